import type { Read, Tx } from '../../db/database.ts'
import { findPaymentsOf } from '../../tickets/find-reservation.ts'
import { lockAttempts } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { markSpread } from '../saga/refund-requests.ts'
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
}

function selectWaiting(read: Read) {
  return read
    .selectFrom('refund_requests')
    .select(['id', 'site_key as siteKey', 'reservation_id as reservationId', 'amount', 'reason'])
    .where('is_spread', '=', false)
}

/** Amounts that are owed and not spread, the longest waiting first. */
export function findWaitingRequests(read: Read, limit: number): Promise<WaitingRequest[]> {
  return selectWaiting(read).orderBy('created_at').limit(limit).execute()
}

/** What a change of time owes, until it is spread. */
export function findWaitingOfOrder(read: Read, orderId: string): Promise<WaitingRequest | undefined> {
  return selectWaiting(read).where('order_id', '=', orderId).executeTakeFirst()
}

/**
 * Spreads what is owed over the payments of its reservation, newest first, and asks their providers. It waits while one of them is not
 * captured yet, or is giving back something else: one refund of a payment is under way at a time.
 */
export async function giveBackOwed(deps: PaymentDeps, request: WaitingRequest): Promise<void> {
  const parts = await deps.db.transaction(tx => spread(tx, deps, request))
  const [first, ...others] = parts
  if (first !== undefined) await finishRefund(deps, first)
  for (const { id } of others) await reconcileRefund(deps, id)
}

async function spread(
  tx: Tx,
  { log }: Pick<PaymentDeps, 'log'>,
  { id: requestId, siteKey, reservationId, amount, reason }: WaitingRequest,
): Promise<readonly RefundRow[]> {
  const payments = await lockAttempts(tx, await findPaymentsOf(tx, reservationId))
  const spread = await spreadOver(tx, payments, amount)
  if (spread.kind === 'wait') return []
  if (spread.kind === 'too little') {
    log.error({ request: requestId, amount }, 'more is owed than was paid')
    return []
  }
  if (!(await markSpread(tx, requestId))) return []
  return insertParts(tx, spread.parts, { requestId, siteKey, reason })
}
