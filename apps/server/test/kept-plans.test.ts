import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { openOrders } from '../src/cli/verbs/key-queries.ts'
import { readAges } from '../src/start/metrics/queries.ts'
import { completedReservation, refundedReservation } from '../src/mail/reservation-reads.ts'
import { boughtById } from '../src/orders/bought/bought-order.ts'
import { readOrder } from '../src/orders/read-order.ts'
import { reservationByPair } from '../src/tickets/inquire.ts'
import { readReservation } from '../src/tickets/read-reservation.ts'
import { readTickets } from '../src/tickets/read-tickets.ts'
import { createShop, type Shop } from './shop/shop.ts'

/** PostgreSQL plans a prepared statement anew this often, before it compares that with the one plan for all values. */
const PLANNED_ANEW = 5
const NO_ID: string = '00000000-0000-4000-8000-000000000000'

let shop: Shop
/** One connection: its statements and plans are seen. */
let db: Database

beforeAll(async () => {
  shop = await createShop()
  db = openDatabase(shop.databaseUrl, { poolSize: 1 })
})
afterAll(async () => {
  await db.close()
  await shop.close()
})

interface Prepared {
  readonly name: string
  readonly kept: number
  readonly questions: number
}

const prepared = async (): Promise<Prepared[]> => {
  const { rows } = await db.read(read =>
    sql<Prepared>`
      select name, generic_plans::integer as kept, cardinality(parameter_types) as questions
        from pg_prepared_statements where statement like ${'%asked.place%'} and statement not like ${'%pg_prepared%'}`.execute(
      read,
    ),
  )
  return rows
}

test('reads of orders, reservations, inquiries and mails are planned once, by the indexes of what grows, even while nothing was sold', async () => {
  for (let times = 0; times <= PLANNED_ANEW; times += 1) {
    const question = (kind: 'order' | 'reservation') => ({
      siteKey: 'demo',
      token: shop.deps.tokens.derive(kind, NO_ID),
      lang: 'en',
    })
    await readOrder({ ...shop.deps, db }, question('order'))
    await readReservation({ ...shop.deps, db }, question('reservation'))
    await readTickets({ ...shop.deps, db }, question('reservation'))
    await db.find(boughtById, NO_ID)
    await db.find(completedReservation, { reservationId: NO_ID, lang: 'th' })
    await db.find(reservationByPair, { siteKey: 'demo', email: 'nobody@example.com', number: 'ABCDEFGH23' })
    await db.find(refundedReservation, NO_ID)
  }
  const statements = await prepared()
  expect(statements.map(({ kept }) => kept)).toEqual([1, 1, 1, 1, 1, 1, 1])
  for (const { name, questions } of statements) {
    const nothing = Array.from({ length: questions }, () => 'null')
    const { rows } = await db.read(read =>
      sql<Record<string, string>>`explain execute ${sql.id(name)} (${sql.raw(nothing.join(', '))})`.execute(
        read,
      ),
    )
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan on (orders|order_items|order_coupons|reservations|tickets|time_spans)/)
    expect(plan).not.toMatch(/Hash Join|Merge Join/)
  }
})

test('who watches the store, and who changes its keys, reads no order that is over', async () => {
  const scans = await db.transaction(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await readAges(tx)
    for await (const _ of openOrders(tx));
    const { rows } = await sql`
      select seq_scan::integer as all from pg_stat_xact_user_tables where relname = 'orders'`.execute(tx)
    return rows
  })
  expect(scans).toEqual([{ all: 0 }])
})

test('no statement of a purchase is planned again and again', async () => {
  const buying = await createShop({ payments: 'stripe' })
  try {
    for (let times = 0; times < 3 * PLANNED_ANEW; times += 1) {
      await buying.resetStock()
      await buying.buy(2)
    }
    const planned = await Promise.all(
      Array.from({ length: 10 }, () =>
        buying.db.read(async read => {
          const { rows } = await sql<{ statement: string; anew: number }>`
            select statement, custom_plans::integer as anew from pg_prepared_statements
             where generic_plans + custom_plans > ${2 * PLANNED_ANEW}`.execute(read)
          return rows
        }),
      ),
    )
    expect(planned.flat().length).toBeGreaterThan(0)
    expect(planned.flat().filter(({ anew }) => anew > PLANNED_ANEW)).toEqual([])
  } finally {
    await buying.close()
  }
})
