import { itemAt } from '@kippu/domain/known'
import { addDays, jstDateOf, midnightOf } from '@kippu/domain/jst-date'
import { type RawBuilder, sql } from 'kysely'

import type { Read, Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import type { Deps } from '../../platform/deps.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import { emptyBuyers } from './empty-buyers.ts'
import { UNPAID_REASON, WAS_TRIED } from './unpaid-reason.ts'

/** Small enough that no other query waits for it. */
const BATCH = 100
const INTERVAL_MS = 3_600_000

export interface ClearingDeps extends Pick<Deps, 'db' | 'clock' | 'log'> {
  readonly env: Pick<Deps['env'], 'unpaidDataDays'>
  /** Takes what the payments of these orders know of their visitors, which are locked. */
  readonly forgetVisitors: (tx: Tx, orderIds: readonly string[]) => Promise<void>
  /** Takes the bookings of resellers whose orders go. */
  readonly dropBookings: (tx: Tx, orderIds: readonly string[]) => Promise<void>
}

/**
 * Clears orders that ended without a payment: from the beginning of the day in Japan that is so many days
 * (`UNPAID_DATA_DAYS`) after the one on which their time was over. One that somebody tried to pay loses its personal data,
 * and what was ordered, what it would have cost, when, and how it ended stay: money may come late. Any other goes whole,
 * and is counted (docs/decisions/0145). One transaction a batch, so that a process may die at any point and several may work
 * at once. Returns how many were cleared.
 */
export async function clearUnpaid(deps: ClearingDeps): Promise<number> {
  const endedBefore = endOfLastDay(deps)
  const total = { emptied: 0, gone: 0 }
  for (;;) {
    const orderIds = await deps.db.read(read => findUnpaid(read, endedBefore))
    if (orderIds.length === 0) break
    const { emptied, gone } = await deps.db.transaction(tx =>
      clearOrders(tx, deps, { orderIds, endedBefore }),
    )
    total.emptied += emptied
    total.gone += gone
    // The rest is being cleared by another process.
    if (orderIds.length < BATCH || emptied + gone === 0) break
  }
  const cleared = total.emptied + total.gone
  if (cleared > 0) deps.log.info(total, 'unpaid orders cleared')
  return cleared
}

/** The midnight in Japan before which an order must have ended to be cleared now. */
function endOfLastDay({ clock, env }: Pick<ClearingDeps, 'clock' | 'env'>): Date {
  const firstKept = addDays(jstDateOf(clock.now()), 1 - env.unpaidDataDays)
  return new Date(midnightOf(firstKept))
}

/** As the index has them; an order is made before it ends. */
const hasEnded = (before: Date): RawBuilder<boolean> => sql<boolean>`
  o.check_at is null and o.completed_at is null and o.emptied_at is null and o.status in ('expired', 'cancelled')
  and o.created_at < ${before} and o.expires_at < ${before}`

/** No money was ever there or may still come, nothing is under way, nothing is held or used, and nobody has to look at it. */
const HAS_NO_PAYMENT = sql<boolean>`
  not exists (select from reservations r where r.order_id = o.id)
  and not exists (select from payment_attempts p where p.order_id = o.id
                   and (p.state not in ('failed', 'expired', 'voided')
                        or p.operation is not null or p.check_at is not null or p.needs_person))
  and not exists (select from refunds b where b.order_id = o.id)
  and not exists (select from ledger_entries l where l.order_id = o.id)
  and not exists (select from holds h where h.order_id = o.id)
  and not exists (select from order_coupons u where u.order_id = o.id and u.is_counted)
  and not exists (select from coupons c where c.id = o.id and c.is_active)`

/** How many are to be cleared now. */
export async function countUnpaid({
  db,
  ...deps
}: Pick<ClearingDeps, 'db' | 'clock' | 'env'>): Promise<number> {
  const { rows } = await db.read(read =>
    sql<{ count: number }>`
      select count(*)::integer as count from orders o
       where ${hasEnded(endOfLastDay(deps))} and ${HAS_NO_PAYMENT}`.execute(read),
  )
  return itemAt(rows, 0).count
}

/** Ids of orders to be cleared, those that were made first before others. */
async function findUnpaid(read: Read, endedBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o
     where ${hasEnded(endedBefore)} and ${HAS_NO_PAYMENT}
     order by o.created_at limit ${sql.lit(BATCH)}`.execute(read)
  return rows.map(({ id }) => id)
}

/**
 * Clears those that are still to be cleared once they are locked, payments before orders as everybody locks them. What
 * somebody else holds is left for the next pass: a payment that is looked at may be about to complete its order.
 */
async function clearOrders(
  tx: Tx,
  { clock, forgetVisitors, dropBookings }: ClearingDeps,
  { orderIds, endedBefore }: { readonly orderIds: readonly string[]; readonly endedBefore: Date },
): Promise<{ readonly emptied: number; readonly gone: number }> {
  const ids = sql`any(${list('uuid', orderIds)}::uuid[])`
  const { rows: payments } = await sql<{ id: string }>`
    select id from payment_attempts where order_id = ${ids} order by id for update skip locked`.execute(tx)
  const locked = list(
    'uuid',
    payments.map(({ id }) => id),
  )
  // A statement of its own: it sees what was committed before those locks were given.
  const { rows } = await sql<{ id: string; wasTried: boolean }>`
    select o.id, ${WAS_TRIED} as "wasTried" from orders o
     where o.id = ${ids} and ${hasEnded(endedBefore)} and ${HAS_NO_PAYMENT}
       and not exists (select from payment_attempts p where p.order_id = o.id and p.id <> all(${locked}::uuid[]))
     order by o.id for update skip locked`.execute(tx)
  const idsOf = (tried: boolean) => rows.filter(({ wasTried }) => wasTried === tried).map(({ id }) => id)
  const [tried, untried] = [idsOf(true), idsOf(false)]
  await forgetVisitors(tx, tried)
  await dropBookings(tx, untried)
  await dropOrders(tx, untried)
  return { emptied: await emptyBuyers(tx, tried, new Date(clock.now())), gone: untried.length }
}

/** Counts orders that nobody tried to pay, and takes them with their lines. They are locked. */
async function dropOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  const ids = sql<string>`any(${list('uuid', orderIds)}::uuid[])`
  // In one order, so that two who count at once do not wait for each other.
  await sql`
    insert into unpaid_orders as counted (site_key, day, product_id, reason, orders, units)
    select o.site_key, s.visit_date, o.product_id, ${UNPAID_REASON}, count(*), sum(o.quantity)
      from orders o join time_spans s on s.id = o.time_span_id where o.id = ${ids}
     group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (site_key, day, product_id, reason) do update
       set orders = counted.orders + excluded.orders, units = counted.units + excluded.units`.execute(tx)
  await tx.deleteFrom('order_items').where('order_id', '=', ids).execute()
  await tx.deleteFrom('order_coupons').where('order_id', '=', ids).execute()
  await tx.deleteFrom('found_buyers').where('order_id', '=', ids).execute()
  await tx.deleteFrom('orders').where('id', '=', ids).execute()
}

/** Runs {@link clearUnpaid} at once and then every hour until stopped; several servers may do so at once. */
export function startClearing(
  deps: ClearingDeps,
  onCleared: (orders: number) => void,
): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    atOnce: true,
    work: async () => onCleared(await clearUnpaid(deps)),
    failed: 'unpaid orders could not be cleared',
  })
}
