import type { Read, Tx } from '../../platform/db/database.ts'
import { findPaymentsOf } from '../../tickets/find-reservation.ts'
import { lockAttempts } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import { markSpread } from '../saga/refund-requests.ts'
import { findDispute } from './find-dispute.ts'
import { finishRefund } from './finish-refund.ts'
import { reconcileRefund } from './reconcile-refund.ts'
import type { RefundRow } from './refund-queries.ts'
import { insertParts, spreadOver } from './spread-over.ts'

/** An amount that is owed and not yet spread over the payments of its reservation. */
export interface WaitingRequest {
  readonly id: string
  readonly siteKey: string
  readonly reservationId: string
  readonly amount: number
  readonly reason: string
  readonly createdAt: Date
}

function selectWaiting(read: Read) {
  return read
    .selectFrom('refund_requests')
    .select([
      'id',
      'site_key as siteKey',
      'reservation_id as reservationId',
      'amount',
      'reason',
      'created_at as createdAt',
    ])
    .where('is_spread', '=', false)
}

/** Amounts that are owed and not spread, in the order in which they came to be so, those after a moment alone. */
export function findWaitingRequests(
  read: Read,
  { limit, after }: { readonly limit: number; readonly after: Date },
): Promise<WaitingRequest[]> {
  return selectWaiting(read).where('created_at', '>', after).orderBy('created_at').limit(limit).execute()
}

/** The refund that a change of time owes, until it is spread. */
export function findWaitingOfOrder(read: Read, orderId: string): Promise<WaitingRequest | undefined> {
  return selectWaiting(read).where('order_id', '=', orderId).executeTakeFirst()
}

/** Spreads what is owed, as {@link spreadOwed}, and asks the providers at once. */
export async function giveBackOwed(deps: PaymentDeps, request: WaitingRequest): Promise<void> {
  const parts = await spreadOwed(deps, request, LEASE_SECONDS)
  const [first, ...others] = parts
  if (first !== undefined) await finishRefund(deps, first)
  for (const { id } of others) await reconcileRefund(deps, id)
}

/**
 * Spreads what is owed over the payments of its reservation, newest first; the reconciler asks their providers, unless the caller does so
 * within a lease of so many seconds. Nothing is spread while one of them is not captured yet, or is giving back something else: one
 * refund of a payment is under way at a time.
 */
export async function spreadOwed(
  deps: Pick<PaymentDeps, 'db' | 'log'>,
  request: WaitingRequest,
  leaseSeconds = 0,
): Promise<readonly RefundRow[]> {
  return deps.db.transaction(tx => spread(tx, deps, { ...request, leaseSeconds }))
}

async function spread(
  tx: Tx,
  { log }: Pick<PaymentDeps, 'log'>,
  {
    id: requestId,
    siteKey,
    reservationId,
    amount,
    reason,
    leaseSeconds,
  }: WaitingRequest & { readonly leaseSeconds: number },
): Promise<readonly RefundRow[]> {
  const payments = await lockAttempts(tx, await findPaymentsOf(tx, reservationId))
  const spread = await spreadOver(tx, payments, amount)
  if (spread.kind === 'wait') return []
  if (spread.kind === 'too little') {
    log.error({ request: requestId, amount }, 'more is owed than was paid')
    return []
  }
  // A person answers the dispute first, and clears the flag of its payment.
  const dispute = await findDispute(tx, spread.parts, { isOpen: true })
  if (dispute !== undefined) {
    log.error({ request: requestId, amount, dispute }, 'what is owed was paid by a disputed payment')
    return []
  }
  if (!(await markSpread(tx, requestId))) return []
  return insertParts(tx, spread.parts, { requestId, siteKey, reason, leaseSeconds })
}
