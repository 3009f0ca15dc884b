import { sql } from 'kysely'

import type { Deps } from '../../platform/deps.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { tally } from '../../platform/tally.ts'
import { endOrderOfLockedSpans, lockWithStock } from './end-order.ts'

const BATCH = 100
/** Half of the minute that is promised, so that a slow pass still keeps it. In ms. */
const INTERVAL_MS = 30_000

/**
 * Marks orders whose hold has ended as expired and gives their stock back, one transaction an order so that no buyer
 * waits for the sweeper. Nothing depends on it: a hold that has ended counts as free at once. Answers how many orders
 * it ended.
 * @param onBatch after each hundred: thousands may end at once.
 */
export async function releaseExpired(
  deps: Pick<Deps, 'db' | 'log'>,
  onBatch: () => void = () => undefined,
): Promise<number> {
  let total = 0
  while ((await deps.db.transaction(lookLater)) === BATCH);
  for (;;) {
    const orderIds = await deps.db.read(tx => findEndedOrders(tx, BATCH))
    let ended = 0
    for (const orderId of orderIds) if (await releaseOrder(deps, orderId)) ended += 1
    total += ended
    onBatch()
    if (orderIds.length < BATCH || ended === 0) return total
  }
}

/** Has orders that were to be looked at, and are held longer since, looked at when that ends. Answers how many, so many at most. */
async function lookLater(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders set check_at = expires_at, version = ${VERSION_RAISED}
     where id in (
       select id from orders where check_at <= now() and expires_at > now()
        order by check_at limit ${BATCH} for no key update skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Ids of orders whose hold has ended and that nobody has marked yet, the oldest first. */
async function findEndedOrders(read: Read, limit: number): Promise<string[]> {
  const rows = await read
    .selectFrom('orders')
    .select('id')
    .where('status', 'in', RELEASED_FROM)
    .where('check_at', '<=', sql<Date>`now()`)
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('check_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/**
 * Ends one order whose hold has ended; false when it has not, or somebody else did it. One that cannot be ended is logged
 * and comes again with the next pass; it never holds up the others.
 */
export async function releaseOrder({ db, log }: Pick<Deps, 'db' | 'log'>, orderId: string): Promise<boolean> {
  try {
    const isEnded = await db.transaction(tx => expireOrder(tx, orderId))
    if (isEnded) tally('orders_expired_total', {})
    return isEnded
  } catch (error) {
    log.error({ err: error, order: orderId }, 'ended order not released')
    return false
  }
}

/** Looks again under the locks: since the order was found a payment may have claimed it and given it more time. */
export async function expireOrder(tx: Tx, orderId: string): Promise<boolean> {
  const order = await lockWithStock(tx, orderId)
  return (
    order?.hasEnded === true && endOrderOfLockedSpans(tx, { orderId, to: 'expired', from: RELEASED_FROM })
  )
}

/** Never from `payment_*`: a hold being paid belongs to the reconciler. */
const RELEASED_FROM = ['temporary', 'mail_sent', 'ready_checkout'] as const

/** Runs {@link releaseExpired} every half minute until stopped; several servers may do so at once. */
export function startReleasing(
  deps: Pick<Deps, 'db' | 'log'>,
  onTurn: () => void,
): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => releaseExpired(deps, onTurn),
    onTurn,
    failed: 'ended orders could not be released',
  })
}
