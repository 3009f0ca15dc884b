import type { RefusalOf } from '@kippu/contract/call'
import { COMMON_ERRORS } from '@kippu/contract/errors'
import type { checkout, PaymentResult } from '@kippu/contract/payments'
import { checkoutTimeChange } from '@kippu/contract/time-changes'

import { isRefusal, refuse, type Refusal } from '../platform/http/refusal.ts'
import { findOrderByToken } from '../orders/life/find-order.ts'
import { findChangeStop } from '../tickets/change-stop.ts'
import { findAttemptOfOrder } from './attempts/attempt-queries.ts'
import type { PaymentDeps } from './attempts/payment-deps.ts'
import { answerPayment } from './checkout/payment-answer.ts'
import { startPayment, type StartPayment } from './checkout/start-payment.ts'
import { findWaitingOfOrder, giveBackOwed } from './refunds/spread-request.ts'

type CannotPay = Refusal<RefusalOf<typeof checkoutTimeChange>>

/**
 * Agrees to a change of time and pays what it costs more. What it costs less is asked back of the provider before the
 * answer, so that the visitor is told whether it is on its way.
 */
export async function payTimeChange(
  deps: PaymentDeps,
  request: Omit<StartPayment, 'tokenKind'>,
): Promise<PaymentResult | CannotPay> {
  const { db } = deps
  const order = await db.read(read => findOrderByToken(read, request, 'time_change'))
  if (order === undefined) return refuse('record not found')
  if (order.hasEnded) return refuse('time change expired')
  if (order.status === 'ready_checkout') {
    const stop = await db.read(read => findChangeStop(read, order))
    if (stop !== null) return refuse(stop)
  } else if (order.status !== 'payment_pending' && order.status !== 'payment_3ds')
    return refuse('time change status is not pending')
  const answer = await startPayment(deps, { ...request, tokenKind: 'time_change' })
  if (isRefusal(answer)) return refuse(wordOf(answer.code), answer.details)
  if (answer.result !== 'completed') return answer
  const settled = await giveBackOf(deps, order.id)
  if (!isRefusal(settled)) return settled
  return refuse(wordOf(settled.code), settled.details)
}

/** Gives back what the change owes, and reads what became of it. */
async function giveBackOf(deps: PaymentDeps, orderId: string): ReturnType<typeof answerPayment> {
  const owed = await deps.db.read(read => findWaitingOfOrder(read, orderId))
  if (owed !== undefined)
    await giveBackOwed(deps, owed).catch((error: unknown) => {
      // The visit is moved, and the reconciler goes on.
      deps.log.error({ err: error, request: owed.id }, 'owed amount not given back')
    })
  const attempt = await deps.db.read(read => findAttemptOfOrder(read, orderId))
  if (attempt === undefined) throw new Error('a completed change without a payment')
  return answerPayment(deps, attempt.id)
}

type OrderWord = RefusalOf<typeof checkout>
type ChangeWord = RefusalOf<typeof checkoutTimeChange>

/** A refusal of an order's payment in the words of a change. Coupons and members of a change are not judged again. */
function wordOf(code: OrderWord): ChangeWord {
  if (code === 'session_timeout' || code === 'ticket not on sale now') return 'time change expired'
  if (code === 'invalid order status' || code === 'order status must be ready_checkout')
    return 'time change status is not pending'
  if (isChangeWord(code)) return code
  throw new Error(`the payment of a change was refused by ${code}`)
}

const CHANGE_WORDS: ReadonlySet<string> = new Set([...checkoutTimeChange.errors, ...COMMON_ERRORS])

function isChangeWord(code: OrderWord): code is OrderWord & ChangeWord {
  return CHANGE_WORDS.has(code)
}
