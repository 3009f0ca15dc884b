import {
  isPriceOf,
  isStillMovable,
  lockChange,
  type LockedChange,
  replaceReservation,
} from '../../sales/fulfil/replace-reservation.ts'
import { issueFurtherReceipt } from '../../tickets/receipts/issue-further.ts'
import { canMoveOrder, isBeingPaid } from '@kippu/domain/states/order'

import type { Tx } from '../../platform/db/database.ts'
import { wantedSpans } from '../../orders/life/payable-order.ts'
import { keepOrRetakeHolds } from '../../stock/held-stock.ts'
import { type Attempt, isOver } from '../attempts/attempt.ts'
import { lockUnchanged } from '../attempts/attempt-queries.ts'
import { failpoint } from '../attempts/failpoints.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { paidStep, type PaidOutcome, uselessStep } from './decide-paid.ts'
import { findOrderAndPayments, hasOtherOpenPayment, type OrderAndPayments } from './paid-order.ts'
import { oweDifference } from './refund-requests.ts'
import { writeLockedStep } from './write-step.ts'

/**
 * Stores a payment of a change of time: the reservation is moved, what the new time costs less is owed to the buyer,
 * and a further receipt is issued, in one commit. A change that can't be made any more gives the money back.
 * `undefined` when another worker has moved the attempt since it was read.
 */
export function storeMove(deps: PaymentDeps, paid: PaidOutcome): Promise<Attempt | undefined> {
  const { previous } = paid
  const { orderId } = previous
  return deps.db.transaction(async tx => {
    if (!(await lockUnchanged(tx, previous))) return undefined
    const { order } = await findOrderAndPayments(tx, orderId)
    const locked = await lockChange(tx, order)
    const facts = await findOrderAndPayments(tx, orderId)
    const isMoved = mayMove(paid, locked, facts) && (await holdsAll(tx, facts))
    if (isMoved) await move(tx, deps, { paid, locked, facts })
    await failpoint('issue.committing', orderId)
    return writeLockedStep(tx, isMoved ? paidStep(paid) : uselessStep(paid))
  })
}

/** Whether the payment can complete its change: as for an order, and the reservation is still the one that it was made for. */
function mayMove(
  { previous, outcome, mayIssue }: PaidOutcome,
  locked: LockedChange,
  facts: OrderAndPayments,
): boolean {
  const { order } = facts
  const isPaidOtherwise =
    outcome.kind === 'authorized' && isOver(previous) && hasOtherOpenPayment(facts, previous.id)
  if (!mayIssue || isPaidOtherwise || order.isEmptied) return false
  return (
    canMoveOrder(order.status, 'completed') &&
    isPriceOf(order, previous) &&
    isStillMovable(locked, facts.lines)
  )
}

/** Whether a change holds all that it wants; one that is paid late takes it again. */
async function holdsAll(tx: Tx, { order, lines, heldSpans }: OrderAndPayments): Promise<boolean> {
  if (isBeingPaid(order.status) && heldSpans === wantedSpans(lines)) return true
  return keepOrRetakeHolds(tx, order.id)
}

interface Moving {
  readonly paid: PaidOutcome
  readonly locked: LockedChange
  readonly facts: OrderAndPayments
}

async function move(tx: Tx, deps: PaymentDeps, { paid, locked, facts: { lines } }: Moving): Promise<void> {
  const { id: orderId, siteKey, refundDue: amount } = locked.order
  await replaceReservation(tx, deps, { ...locked, lines, payment: paid.previous })
  const reservationId = locked.reservation.id
  if (amount > 0) await oweDifference(tx, { siteKey, reservationId, amount, orderId })
  await issueFurtherReceipt(tx, deps, reservationId)
}
