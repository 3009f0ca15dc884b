import { type Database, openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'
import { sql } from 'kysely'

import { findBrokenInvariants } from '../../apps/server/test/invariants.ts'

/** The rows of the fill, once its books were found to balance. */
export interface FilledBooks {
  readonly orders: number
  readonly tickets: number
  readonly holds: number
  readonly ledgerEntries: number
  readonly events: number
  readonly jobs: number
}

export interface CheckFilled {
  /** Addresses of both databases. */
  readonly small: string
  readonly large: string
  /** Orders that the large one was to get. */
  readonly orders: number
}

/**
 * Checks the small database by all invariants of the store, and the large one, whose rows the same statements wrote, by those that
 * can be asked of a million orders.
 *
 * @throws with everything that is wrong.
 */
export async function checkFilled({
  small,
  large,
  orders,
}: CheckFilled): Promise<{ readonly books: FilledBooks; readonly megabytes: number }> {
  const broken = [...(await on(small, findBrokenInvariants)), ...(await on(large, findBroken))]
  if (broken.length > 0)
    throw new Error(`the fill does not balance (${broken.length}):\n${broken.slice(0, 20).join('\n')}`)
  const { megabytes, ...books } = await on(large, countRows)
  if (books.orders !== orders) throw new Error(`${books.orders} orders were filled instead of ${orders}`)
  return { books, megabytes }
}

async function on<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { poolSize: 1, patience: FOR_WHOLE_TABLES })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Queries for rows that break the books, each a join of whole tables. */
const CHECKS = {
  'every order has lines of its size': sql`
    select o.id from orders o left join (
      select order_id, sum(quantity) as units from order_items where kind = 'ticket_type' group by order_id) as i on i.order_id = o.id
     where i.units is distinct from o.quantity`,
  'price = lines - discounts': sql`
    select o.id from orders o join (
      select order_id, sum(quantity * unit_price - membership_discount - coupon_discount) as yen from order_items group by order_id
    ) as i on i.order_id = o.id
     where i.yen <> o.price or o.price <> o.subtotal - o.membership_discount
       - coalesce((select discount from order_coupons u where u.order_id = o.id), 0)`,
  'taken = sum of holds': sql`
    select s.id from time_spans s left join (
      select time_span_id, sum(units) as units from holds group by time_span_id) as h on h.time_span_id = s.id
     where s.taken <> coalesce(h.units, 0)`,
  'held = valid tickets': sql`
    select h.order_id from holds h full join (
      select r.order_id, t.time_span_id, count(*) as units from tickets t join reservations r on r.id = t.reservation_id
       where t.revoked_at is null group by r.order_id, t.time_span_id) as t using (order_id, time_span_id)
     where h.units is distinct from t.units`,
  'captured - refunded = price of valid tickets': sql`
    select l.order_id from (
      select order_id, sum(amount) as yen from ledger_entries where account = 'provider' group by order_id) as l
      full join (
        select r.order_id, sum(t.price) filter (where t.revoked_at is null) as yen
          from reservations r join tickets t on t.reservation_id = r.id group by r.order_id) as t using (order_id)
     where coalesce(l.yen, 0) <> coalesce(t.yen, 0)`,
  'ledger sums to zero': sql`select operation_key from ledger_entries group by operation_key having sum(amount) <> 0`,
  'coupons taken = counted uses': sql`
    select c.id from coupons c where c.taken <> (
      select count(*) from order_coupons u where u.coupon_id = c.id and u.is_counted)`,
  'every completed order has one captured payment': sql`
    select o.id from orders o left join payment_attempts a
      on a.order_id = o.id and a.state in ('captured', 'partially_refunded', 'refunded')
     where (o.status = 'completed') <> (a.id is not null)`,
}

async function findBroken(db: Database): Promise<string[]> {
  const broken: string[] = []
  for (const [what, query] of Object.entries(CHECKS)) {
    const { rows } = await db.read(read =>
      sql<{ broken: number }>`select count(*)::int as broken from (${query}) as q`.execute(read),
    )
    const count = rows[0]?.broken ?? 0
    if (count > 0) broken.push(`${what}: ${count} rows break it`)
  }
  return broken
}

async function countRows(db: Database): Promise<FilledBooks & { readonly megabytes: number }> {
  const { rows } = await db.read(read =>
    sql<FilledBooks & { megabytes: number }>`
      select (select count(*) from orders)::int as orders, (select count(*) from tickets)::int as tickets,
             (select count(*) from holds)::int as holds, (select count(*) from ledger_entries)::int as "ledgerEntries",
             (select count(*) from provider_events)::int as events, (select count(*) from jobs.job)::int as jobs,
             (pg_database_size(current_database()) / 1000000)::int as megabytes`.execute(read),
  )
  const [counted] = rows
  if (counted === undefined) throw new Error('nothing was counted')
  return counted
}
