import { type RawBuilder, sql } from 'kysely'

import type { Read, Tx } from '../../platform/db/database.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import { endUnpaid } from '../../orders/life/end-unpaid.ts'
import type { PaymentDeps } from '../../payments/attempts/payment-deps.ts'
import { addItems, type CancellationKey } from './cancel-visits.ts'
import { claimItems, followRefunds, hasOpenItems, type WaitingItem } from './item-queries.ts'
import { countUnfinished } from './plan-cancellation.ts'
import { settleItem } from './settle-item.ts'
import { findTouched } from './touched-visits.ts'

const INTERVAL_MS = 2_000
/** Reservations taken up at once by one worker, and decided at the same time. */
const BATCH = 50
const AT_ONCE = 4

interface OpenCancellation extends CancellationKey {
  readonly spanIds: readonly number[]
}

/**
 * Works on all cancellations that have not ended; several workers may, and each reservation is decided once.
 * @param onBatch after each fifty: thousands may be touched.
 */
export async function workCancellations(
  deps: PaymentDeps,
  onBatch: () => void = () => undefined,
): Promise<void> {
  for (const cancellation of await deps.db.read(findOpen)) await workOn(deps, cancellation, onBatch)
}

function findOpen(read: Read): Promise<OpenCancellation[]> {
  return read
    .selectFrom('visit_cancellations')
    .select(['id', 'site_key as siteKey', 'span_ids as spanIds'])
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
}

/**
 * Ends the orders that nobody is paying, adds those that were paid since, decides about what waits, and follows the money. It has ended
 * when nobody was paying any more before the last look for what was paid.
 */
async function workOn(deps: PaymentDeps, cancellation: OpenCancellation, onBatch: () => void): Promise<void> {
  const { db } = deps
  const isOfBefore = isOlderThan(cancellation)
  await endUnpaid(deps, cancellation.spanIds, isOfBefore)
  const { beingPaid, unpaid } = await db.read(read => countUnfinished(read, cancellation.spanIds, isOfBefore))
  await db.transaction(tx => addPaid(tx, cancellation))
  await decideAll(deps, cancellation, onBatch)
  await db.transaction(async tx => {
    await followRefunds(tx, cancellation.id)
    if (beingPaid + unpaid > 0 || (await hasOpenItems(tx, cancellation.id))) return
    await tx
      .updateTable('visit_cancellations')
      .set({ ended_at: sql<Date>`now()` })
      .where('id', '=', cancellation.id)
      .execute()
  })
}

/** A purchase after the sale was resumed is not part of it, also while the money of others is still on its way. */
function isOlderThan({ id }: CancellationKey): RawBuilder<boolean> {
  return sql<boolean>`o.created_at <= (select created_at from visit_cancellations where id = ${id})`
}

/** Those who were being paid when the visits were cancelled; a buyer after the sale was resumed is not among them. */
async function addPaid(tx: Tx, { id, siteKey, spanIds }: OpenCancellation): Promise<void> {
  const isNew = sql<boolean>`${isOlderThan({ id, siteKey })}
    and not exists (select from visit_cancellation_items i where i.cancellation_id = ${id} and i.reservation_id = r.id)`
  const visits = await findTouched(tx, spanIds, isNew)
  await addItems(
    tx,
    { id, siteKey },
    visits.filter(({ used, tickets }) => used < tickets.length),
  )
}

async function decideAll(deps: PaymentDeps, { id }: OpenCancellation, onBatch: () => void): Promise<void> {
  for (;;) {
    const items = await deps.db.transaction(tx => claimItems(tx, { cancellationId: id, limit: BATCH }))
    const waiting = [...items]
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await decideOne(deps, next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    onBatch()
    if (items.length < BATCH) return
  }
}

/** One that fails is logged and comes again when its lease ends; it never holds up the others. */
async function decideOne(deps: PaymentDeps, item: WaitingItem): Promise<void> {
  try {
    await settleItem(deps, item)
  } catch (error) {
    deps.log.error({ err: error, item: item.id }, 'a cancelled visit is not decided')
  }
}

/** Runs {@link workCancellations} until stopped. */
export function startCancelling(deps: PaymentDeps, onTurn: () => void): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => workCancellations(deps, onTurn),
    onTurn,
    failed: 'cancelled visits could not be worked on',
  })
}
