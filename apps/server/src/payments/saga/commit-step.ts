import { lockWithStock } from '../../orders/life/end-order.ts'
import { type Abandoned, abandonOrder } from '../../orders/life/payment-steps.ts'
import { type Attempt, UNPROVED } from '../attempts/attempt.ts'
import { failpoint, type Failpoint } from '../attempts/failpoints.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { findOrderAndPayments, hasOtherOpenPayment } from './paid-order.ts'
import { type PaymentStep, writePaymentStep, writePaymentStepIn } from './write-step.ts'

/** A step that may end its order. */
export interface EndingStep extends PaymentStep {
  /** Its stock goes back, unless its buyer is paying it again meanwhile: then that attempt decides. */
  readonly endsOrder?: Abandoned
}

/** The order may be paid otherwise; one whose address nobody has proved ends, and its places go back. */
export function afterFailure({ refs }: Attempt): Pick<EndingStep, 'returnsOrder' | 'endsOrder'> {
  return refs[UNPROVED] === undefined ? { returnsOrder: true } : { endsOrder: 'expired' }
}

/**
 * Writes a step that was decided on the attempt alone, past the failpoint `committing`. `undefined`, and nothing is changed, when
 * another worker has moved the attempt since it was read.
 */
export async function commitStep(
  { db }: Pick<PaymentDeps, 'db'>,
  { endsOrder, ...step }: EndingStep,
  committing: Failpoint,
): Promise<Attempt | undefined> {
  const { id, orderId } = step.previous
  if (endsOrder === undefined) {
    await failpoint(committing, orderId)
    return db.write(writePaymentStep, step)
  }
  return db.transaction(async tx => {
    const ended = await writePaymentStepIn(tx, step)
    if (ended === undefined) return undefined
    // Locked first: nobody claims the order for a payment between this look and its end.
    await lockWithStock(tx, orderId)
    if (!hasOtherOpenPayment(await findOrderAndPayments(tx, orderId), id))
      await abandonOrder(tx, { orderId, status: endsOrder })
    await failpoint(committing, orderId)
    return ended
  })
}
