import { setTimeout as delay } from 'node:timers/promises'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import type { Database } from '@kippu/server/db/database'
import { sql } from 'kysely'

import { insertSmallCatalogue, type SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'

/** More places than any run can sell. */
const CAPACITY = 1_000_000_000

/** One product on sale with the given number of time spans on one day, a week from now. */
export function insertStock(db: Database, spans: number): Promise<SmallCatalogue> {
  const visitDate = addDays(jstDateOf(Date.now()), 7)
  return insertSmallCatalogue(db, { visitDate, capacities: Array.from({ length: spans }, () => CAPACITY) })
}

/**
 * Deletes all orders, so that every run begins in the same state; the changes are flushed to disk before the
 * measurement.
 */
export async function emptyOrders(db: Database): Promise<void> {
  await db.read(async tx => {
    await sql`truncate orders, order_items, holds cascade`.execute(tx)
    await sql`update time_spans set taken = 0`.execute(tx)
    await sql`vacuum analyze time_spans`.execute(tx)
    await sql`checkpoint`.execute(tx)
  })
}

/** The state of the database after a run. */
export interface StockTotals {
  readonly orders: number
  readonly lines: number
  /** Sum of the units of all holds. */
  readonly held: number
  /** Sum of `taken` over the time spans. */
  readonly taken: number
  /** Time spans whose `taken` is not the sum of their holds. */
  readonly wrongSpans: number
  /** Connections that are still busy. */
  readonly busy: number
}

/** Counts once the last orders have arrived: the load generator hangs up while some are still being created. */
export async function countSold(db: Database): Promise<StockTotals> {
  for (let before = await countNow(db); ;) {
    await delay(PAUSE_MS)
    const now = await countNow(db)
    if (now.busy === 0 && before.busy === 0 && now.orders === before.orders) return now
    before = now
  }
}

const PAUSE_MS = 250

async function countNow(db: Database): Promise<StockTotals> {
  const { rows } = await db.read(tx =>
    sql<StockTotals>`
      with held as (select time_span_id as id, sum(units)::int as units from holds group by 1)
      select (select count(*)::int from orders) as orders,
             (select count(*)::int from order_items) as lines,
             coalesce(sum(held.units), 0)::int as held,
             sum(taken)::int as taken,
             count(*) filter (where taken <> coalesce(held.units, 0))::int as "wrongSpans",
             (select count(*)::int from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle') as busy
      from time_spans left join held using (id)`.execute(tx),
  )
  const [sold] = rows
  if (sold === undefined) throw new Error('a count answered nothing')
  return sold
}
