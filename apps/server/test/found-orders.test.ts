import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { buyerColumns } from '../src/orders/buyers/buyer.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../src/platform/db/patience.ts'
import { findOrders } from '../src/office/desk/find-orders.ts'
import { createShop, type OtherDaysShop } from './shop/shop.ts'
import type { Bought } from './shop/stripe.ts'
import { byStaff } from '../src/platform/staff/staff-verb.ts'

/** So many that to read all of them costs more than to look one up. */
const MANY = 4_000
const OWNER = { name: 'aki', role: 'owner', siteKeys: null } as const
const HANA = [
  { key: 'fullname', value: '佐藤　ハナ' },
  { key: 'phone', value: '090-1234-5678' },
  { key: 'email', value: 'hana@example.com' },
]

let shop: OtherDaysShop
let visit: Bought
/** One connection: what it has read is known. */
let db: Database

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
  db = openDatabase(shop.databaseUrl, { poolSize: 1, patience: FOR_WHOLE_TABLES })
  await insertMany(await shop.buy(1))
  visit = await shop.buy(1)
  const { customer_info: info, email } = buyerColumns(HANA)
  await run(
    sql`update orders set customer_info = ${info}::jsonb, email = ${email}, version = version + 1 where id = ${visit.orderId}::uuid`,
  )
  await run(sql`analyze orders, found_buyers, reservations, payment_attempts, reservation_payments`)
})
afterAll(async () => {
  await db.close()
  await shop.close()
})

async function run(query: ReturnType<typeof sql>): Promise<void> {
  await db.transaction(tx => query.execute(tx))
}

/** Others like one that was bought, each with a buyer, a payment and a reservation of its own. */
async function insertMany({ orderId, attemptId }: Bought): Promise<void> {
  await run(sql`
    insert into orders select copied.* from orders o, generate_series(1, ${MANY}::integer) n, jsonb_populate_record(o, jsonb_build_object(
        'id', md5('order ' || n)::uuid, 'token_hash', '\\x' || md5('order ' || n), 'mail_token_hash', null, 'email', n || '@example.com',
        'customer_info', jsonb_build_array(
          jsonb_build_object('key', 'fullname', 'value', '山田 ' || n),
          jsonb_build_object('key', 'phone', 'value', '03' || lpad(n::text, 8, '0'))))) copied
     where o.id = ${orderId}::uuid`)
  await run(sql`
    insert into reservations (id, site_key, order_id, number, token_hash, status, created_at)
    select md5('visit ' || n)::uuid, 'demo', md5('order ' || n)::uuid, 'MANY' || n, decode(md5('visit ' || n), 'hex'), 'active', now()
      from generate_series(1, ${MANY}::integer) n`)
  await run(sql`
    insert into payment_attempts select copied.* from payment_attempts a, generate_series(1, ${MANY}::integer) n, jsonb_populate_record(a, jsonb_build_object(
        'id', md5('payment ' || n)::uuid, 'order_id', md5('order ' || n)::uuid, 'provider_order_ref', 'many' || n,
        'payment_number_hash', '\\x' || md5('payment ' || n))) copied
     where a.id = ${attemptId}::uuid`)
  await run(sql`
    insert into reservation_payments (reservation_id, attempt_id, amount, created_at)
    select md5('visit ' || n)::uuid, md5('payment ' || n)::uuid, 100, now() from generate_series(1, ${MANY}::integer) n`)
}

async function referenceOf({ attemptId }: Bought): Promise<string> {
  const attempt = await shop.db.read(read =>
    read
      .selectFrom('payment_attempts')
      .select('provider_order_ref')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow(),
  )
  return attempt.provider_order_ref
}

/** How often each table was read whole, and each index at all. */
async function readSoFar(): Promise<ReadonlyMap<string, number>> {
  await db.read(read => sql`select pg_stat_force_next_flush()`.execute(read))
  const { rows } = await db.read(read =>
    sql<{ name: string; times: number }>`
      select concat('whole ', relname) as name, seq_scan::integer as times from pg_stat_user_tables
      union all select indexrelname, idx_scan::integer from pg_stat_user_indexes`.execute(read),
  )
  return new Map(rows.map(({ name, times }) => [name, times]))
}

test.each([
  ['its number', () => visit.number, 'reservations_site_key_number_key'],
  ['the id of its order', () => visit.orderId, 'orders_pkey'],
  ['the id of its payment', () => visit.attemptId, 'payment_attempts_pkey'],
  ['a reference of the provider', () => referenceOf(visit), 'payment_attempts_provider_order_ref_key'],
  ['a mail address', () => 'hana@example.com', 'orders_by_email'],
  ['the end of a telephone number', () => '5678', 'found_buyers_by_phone'],
  ['a name', () => '佐藤', 'found_buyers_by_name'],
  ['the other part of a name', () => 'ハナ', 'found_buyers_by_name_turned'],
])('among many orders one is found by %s, and nothing that grows is read whole', async (_, said, index) => {
  const typed = await said()
  const before = await readSoFar()
  const { orders } = await findOrders(byStaff(OWNER, { ...shop.deps, db }), { siteKey: 'demo', typed })
  const after = await readSoFar()
  expect(orders.map(({ reservationNumber }) => reservationNumber)).toEqual([visit.number])
  const read = Array.from(after.keys()).filter(name => after.get(name) !== before.get(name))
  expect(read).toContain(index)
  const whole = /^whole (orders|found_buyers|reservations|payment_attempts|reservation_payments)$/
  expect(read.filter(name => whole.test(name))).toEqual([])
})

/** Rows of orders that were looked up by their ids. */
async function lookedUp(): Promise<number> {
  await db.read(read => sql`select pg_stat_force_next_flush()`.execute(read))
  const { rows } = await db.read(read =>
    sql<{ rows: number }>`
      select idx_tup_fetch::integer as rows from pg_stat_user_tables where relname = 'orders'`.execute(read),
  )
  return rows[0]?.rows ?? 0
}

test('of a name that thousands have the newest fifty are shown, and no others are looked up', async () => {
  const before = await lookedUp()
  const { orders, hasMore } = await findOrders(byStaff(OWNER, { ...shop.deps, db }), {
    siteKey: 'demo',
    typed: '山田',
  })
  expect(orders.map(({ name }) => name.slice(0, 2))).toEqual(Array.from({ length: 50 }, () => '山田'))
  expect(hasMore).toBe(true)
  // Each of the newest 51 is read for its visit and once more for what is shown of it.
  expect((await lookedUp()) - before).toBeLessThan(51 * 4)
})
