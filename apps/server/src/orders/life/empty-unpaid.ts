import { itemAt } from '@kippu/domain/known'
import { addDays, jstDateOf, midnightOf } from '@kippu/domain/jst-date'
import { type RawBuilder, sql } from 'kysely'

import { buyerColumns } from '../buyers/buyer.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import type { Deps } from '../../platform/deps.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'

/** Small enough that no other query waits for it. */
const BATCH = 100
const INTERVAL_MS = 3_600_000

export interface EmptyingDeps extends Pick<Deps, 'db' | 'clock' | 'log'> {
  readonly env: Pick<Deps['env'], 'unpaidDataDays'>
  /** Takes what the payments of these orders know of their visitors, which are locked. */
  readonly forgetVisitors: (tx: Tx, orderIds: readonly string[]) => Promise<void>
}

/**
 * Takes the personal data of orders that ended without a payment: from the beginning of the day in Japan that is so many
 * days (`UNPAID_DATA_DAYS`) after the one on which their time was over. What was ordered, what it would have cost, when, and how
 * it ended stay (docs/decisions/0044). One transaction a batch, so that a process may die at any point and several may work at
 * once. Returns how many were emptied.
 */
export async function emptyUnpaid(deps: EmptyingDeps): Promise<number> {
  const endedBefore = endOfLastDay(deps)
  let total = 0
  for (;;) {
    const orderIds = await deps.db.read(read => findUnpaid(read, endedBefore))
    if (orderIds.length === 0) break
    const emptied = await deps.db.transaction(tx => emptyOrders(tx, deps, { orderIds, endedBefore }))
    total += emptied
    // The rest is being emptied by another process.
    if (orderIds.length < BATCH || emptied === 0) break
  }
  if (total > 0) deps.log.info({ emptied: total }, 'personal data of unpaid orders emptied')
  return total
}

/** The midnight in Japan before which an order must have ended to be emptied now. */
function endOfLastDay({ clock, env }: Pick<EmptyingDeps, 'clock' | 'env'>): Date {
  const firstKept = addDays(jstDateOf(clock.now()), 1 - env.unpaidDataDays)
  return new Date(midnightOf(firstKept))
}

/** As literals: the index is of those without a completion alone. */
const HAS_DATA = sql<boolean>`o.status in ('expired', 'cancelled') and o.completed_at is null
  and (o.customer_info <> '[]' or o.email is not null or o.member_id is not null)`

/** An order is made before it ends, and the index has the time at which it was made. */
const hasEnded = (before: Date): RawBuilder<boolean> =>
  sql<boolean>`o.created_at < ${before} and o.expires_at < ${before}`

/** No money was ever there or may still come, nothing is under way, and nobody has to look at it. */
const HAS_NO_PAYMENT = sql<boolean>`
  not exists (select from reservations r where r.order_id = o.id)
  and not exists (select from payment_attempts p where p.order_id = o.id
                   and (p.state not in ('failed', 'expired', 'voided')
                        or p.operation is not null or p.check_at is not null or p.needs_person))
  and not exists (select from refunds b where b.order_id = o.id)
  and not exists (select from ledger_entries l where l.order_id = o.id)`

/** How many are to be emptied now. */
export async function countUnpaid({
  db,
  ...deps
}: Pick<EmptyingDeps, 'db' | 'clock' | 'env'>): Promise<number> {
  const { rows } = await db.read(read =>
    sql<{ count: number }>`
      select count(*)::integer as count from orders o
       where ${HAS_DATA} and ${hasEnded(endOfLastDay(deps))} and ${HAS_NO_PAYMENT}`.execute(read),
  )
  return itemAt(rows, 0).count
}

/** Ids of orders to be emptied, those that were made first before others. */
async function findUnpaid(read: Read, endedBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o
     where ${HAS_DATA} and ${hasEnded(endedBefore)} and ${HAS_NO_PAYMENT}
     order by o.created_at limit ${sql.lit(BATCH)}`.execute(read)
  return rows.map(({ id }) => id)
}

/**
 * Empties those that are still to be emptied once they are locked, payments before orders as everybody locks them. What
 * somebody else holds is left for the next pass: a payment that is looked at may be about to complete its order.
 */
async function emptyOrders(
  tx: Tx,
  { forgetVisitors }: Pick<EmptyingDeps, 'forgetVisitors'>,
  { orderIds, endedBefore }: { readonly orderIds: readonly string[]; readonly endedBefore: Date },
): Promise<number> {
  const ids = sql`any(${list('uuid', orderIds)}::uuid[])`
  const { rows: payments } = await sql<{ id: string }>`
    select id from payment_attempts where order_id = ${ids} order by id for update skip locked`.execute(tx)
  const locked = list(
    'uuid',
    payments.map(({ id }) => id),
  )
  const nothing = buyerColumns([])
  // A statement of its own: it sees what was committed before those locks were given.
  const { rows: emptied } = await sql<{ id: string }>`
    with unpaid as (
      select o.id from orders o
       where o.id = ${ids} and ${HAS_DATA} and ${hasEnded(endedBefore)} and ${HAS_NO_PAYMENT}
         and not exists (select from payment_attempts p where p.order_id = o.id and p.id <> all(${locked}::uuid[]))
       order by o.id for update skip locked
    )
    update orders o
       set customer_info = ${nothing.customer_info}::jsonb, email = ${nothing.email}, member_id = null, emptied_at = now(),
           version = ${VERSION_RAISED}
      from unpaid where o.id = unpaid.id
    returning o.id`.execute(tx)
  await forgetVisitors(
    tx,
    emptied.map(({ id }) => id),
  )
  return emptied.length
}

/** Runs {@link emptyUnpaid} at once and then every hour until stopped; several servers may do so at once. */
export function startEmptying(
  deps: EmptyingDeps,
  onEmptied: (orders: number) => void,
): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    atOnce: true,
    work: async () => onEmptied(await emptyUnpaid(deps)),
    failed: 'personal data of unpaid orders could not be emptied',
  })
}
