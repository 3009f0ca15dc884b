import { keepOrRetakeHolds } from '../../stock/held-stock.ts'
import { lockChange } from '../../sales/fulfil/replace-reservation.ts'
import { issueFurtherReceipt } from '../../tickets/receipts/issue-further.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { lockUnchanged } from '../attempts/attempt-queries.ts'
import { failpoint } from '../attempts/failpoints.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { completingStep, judgePaid, type PaidOutcome, uselessStep } from './decide-paid.ts'
import { findOrderAndPayments } from './paid-order.ts'
import { writeLockedStep } from './write-step.ts'

/**
 * Stores a payment of a change of time that comes after the order's time, whose stock is taken again first, or whose buyer has a receipt,
 * and then gets a further one. A change that can't be made any more gives the money back.
 * `undefined` when another worker has moved the attempt since it was read.
 */
export function storeLateMove(deps: PaymentDeps, paid: PaidOutcome): Promise<Attempt | undefined> {
  const { previous } = paid
  const { orderId } = previous
  return deps.db.transaction(async tx => {
    if (!(await lockUnchanged(tx, previous))) return undefined
    const { order } = await findOrderAndPayments(tx, orderId)
    await lockChange(tx, order)
    const facts = await findOrderAndPayments(tx, orderId)
    const isMoved = judgePaid(paid, facts) !== 'never' && (await keepOrRetakeHolds(tx, orderId))
    await failpoint('issue.committing', orderId)
    if (!isMoved) return writeLockedStep(tx, uselessStep(paid))
    const stored = await writeLockedStep(tx, completingStep(deps, paid, facts))
    if (order.replaces !== null) await issueFurtherReceipt(tx, deps, order.replaces)
    return stored
  })
}
