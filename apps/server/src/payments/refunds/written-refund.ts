import { randomUUID } from 'node:crypto'

import type { Tx } from '../../platform/db/database.ts'
import { type Action, recordAction } from '../../platform/staff/record-action.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { insertRefundRequest } from '../saga/refund-requests.ts'
import { findDispute } from './find-dispute.ts'
import { finishRefund } from './finish-refund.ts'
import { reconcileRefund } from './reconcile-refund.ts'
import type { RefundRow } from './refund-queries.ts'
import { type ForReservation, type Refused, refused, type RefundRefusal, type Sold } from './sold-visit.ts'
import { insertParts, spreadOver } from './spread-over.ts'

/** The refund of a reservation: written in the transaction that decides it, then asked of the providers. */

/** The decision, and what is known of the money by now. */
export interface RequestedRefund {
  readonly kind: 'refund'
  /** A part for each payment that money goes back to; none when the tickets had cost nothing. */
  readonly refundIds: readonly string[]
  /** Yen that go back. */
  readonly amount: number
  /** Tickets that are revoked; none for a difference. */
  readonly tickets: readonly number[]
}

export interface Written {
  readonly kind: 'written'
  readonly refunds: readonly RefundRow[]
  readonly amount: number
  readonly tickets: readonly number[]
}

export function requestedOf({ refunds, tickets, amount }: Written): RequestedRefund {
  return { kind: 'refund', refundIds: refunds.map(({ id }) => id), amount, tickets }
}

export async function finish(
  deps: PaymentDeps,
  written: Written | Refused,
): Promise<RequestedRefund | Refused> {
  if (written.kind === 'refused') return written
  const [first, ...others] = written.refunds
  if (first !== undefined) await finishRefund(deps, first)
  // Each is taken just before its call: a lease from the beginning might have ended while the first was on its way.
  for (const { id } of others) await reconcileRefund(deps, id)
  return requestedOf(written)
}

export interface Refunding {
  readonly tx: Tx
  readonly deps: Pick<PaymentDeps, 'sites' | 'clock'>
  readonly sold: Sold
}

interface Parts {
  readonly request: ForReservation
  readonly purpose: 'tickets' | 'difference'
  readonly tickets: readonly number[]
  readonly amount: number
  /** For how long the caller alone asks the first provider. */
  readonly leaseSeconds: number
  readonly isToldOtherwise: boolean
}

interface WrittenParts {
  readonly kind: 'parts'
  readonly requestId: string
  readonly parts: readonly RefundRow[]
}

/** Writes what goes back and its parts, newest payment first. Each payment takes one refund at a time. */
export async function writeParts(
  tx: Tx,
  { reservationId, payments }: Sold,
  {
    request: { siteKey, reason, evenDisputed },
    purpose,
    tickets,
    amount,
    leaseSeconds,
    isToldOtherwise,
  }: Parts,
): Promise<WrittenParts | Refused> {
  const spread = await spreadOver(tx, payments, amount)
  if (spread.kind === 'too little') return refused('nothing was paid')
  if (spread.kind === 'wait') return refused(WAITING[spread.why])
  const dispute = evenDisputed === true ? undefined : await findDispute(tx, spread.parts)
  if (dispute !== undefined) return { ...refused('payment is disputed'), dispute }
  const requestId = randomUUID()
  await insertRefundRequest(tx, {
    id: requestId,
    siteKey,
    reservationId,
    purpose,
    ticketNumbers: tickets,
    amount,
    reason,
    isToldOtherwise,
  })
  return {
    kind: 'parts',
    requestId,
    parts: await insertParts(tx, spread.parts, { requestId, siteKey, reason, leaseSeconds }),
  }
}

export const WAITING = {
  'not captured': 'payment is not captured yet',
  'another refund': 'another refund is under way',
} as const satisfies Record<string, RefundRefusal>

/** Beside what somebody of the staff gave back. */
export async function recordRefund(
  tx: Tx,
  {
    reservationNumber: subject,
    reason,
    by: act,
  }: Omit<ForReservation, 'reason'> & { readonly reason?: string | undefined },
  details: Action['details'] & object,
): Promise<void> {
  if (act !== undefined) await recordAction(tx, act, { subject, details, reason })
}
