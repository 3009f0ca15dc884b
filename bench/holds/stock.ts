import { setTimeout as delay } from 'node:timers/promises'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import type { Database } from '@kippu/server/platform/db/database'
import { sql } from 'kysely'

import { insertSmallCatalogue, type SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'

/** More places than any run can sell. */
const CAPACITY = 1_000_000_000

/** Kept for another channel, and for the one that orders: its orders are counted against a share. */
const SHARES = [
  { channel: 'spot', share: 1_000, uses_pool: false, release_at: null },
  { channel: 'web', share: CAPACITY / 2, uses_pool: true, release_at: null },
]

/** Has time spans keep units for two channels. */
export async function keepShares(db: Database, spans: readonly number[]): Promise<void> {
  await db.transaction(async tx => {
    await tx
      .insertInto('channel_shares')
      .values(spans.flatMap(time_span_id => SHARES.map(share => ({ ...share, time_span_id }))))
      .execute()
    await tx.updateTable('time_spans').set({ shares: SHARES.length }).where('id', 'in', spans).execute()
  })
}

/** One product on sale with the given number of time spans on one day, a week from now. */
export function insertStock(db: Database, spans: number): Promise<SmallCatalogue> {
  const visitDate = addDays(jstDateOf(Date.now()), 7)
  return insertSmallCatalogue(db, { visitDate, capacities: Array.from({ length: spans }, () => CAPACITY) })
}

export interface SoldStock {
  readonly db: Database
  /** Whether its time spans keep units for channels. A database of a release before knows of none. */
  readonly keepsShares: boolean
}

/**
 * Deletes all orders, so that every run begins in the same state; the changes are flushed to disk before the
 * measurement.
 */
export async function emptyOrders({ db, keepsShares }: SoldStock): Promise<void> {
  await db.read(async tx => {
    await sql`truncate orders, order_items, holds cascade`.execute(tx)
    await sql`update time_spans set taken = 0`.execute(tx)
    await sql`vacuum analyze time_spans`.execute(tx)
    if (keepsShares) {
      await sql`update channel_shares set used = 0`.execute(tx)
      await sql`vacuum analyze channel_shares`.execute(tx)
    }
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
  /** Time spans whose `taken` is not the sum of their holds, or whose shares count another sum. */
  readonly wrongSpans: number
  /** Connections that are still busy. */
  readonly busy: number
}

/** Counts once the last orders have arrived: the load generator hangs up while some are still being created. */
export async function countSold(stock: SoldStock): Promise<StockTotals> {
  for (let before = await countNow(stock); ;) {
    await delay(PAUSE_MS)
    const now = await countNow(stock)
    if (now.busy === 0 && before.busy === 0 && now.orders === before.orders) return now
    before = now
  }
}

const PAUSE_MS = 250

async function countNow({ db, keepsShares }: SoldStock): Promise<StockTotals> {
  const { rows } = await db.read(tx =>
    sql<StockTotals>`
      with held as (select time_span_id as id, sum(units)::int as units from holds group by 1)
      select (select count(*)::int from orders) as orders,
             (select count(*)::int from order_items) as lines,
             coalesce(sum(held.units), 0)::int as held,
             sum(taken)::int as taken,
             count(*) filter (where taken <> coalesce(held.units, 0)${
               keepsShares
                 ? sql` or taken <> (
               select sum(used) from channel_shares s where s.time_span_id = time_spans.id)`
                 : sql``
             })::int as "wrongSpans",
             (select count(*)::int from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle') as busy
      from time_spans left join held using (id)`.execute(tx),
  )
  const [sold] = rows
  if (sold === undefined) throw new Error('a count answered nothing')
  return sold
}
