import type { RefusalOf } from '@kippu/contract/call'
import { COMMON_ERRORS } from '@kippu/contract/errors'
import type { checkout, PaymentResult } from '@kippu/contract/payments'
import { checkoutTimeChange } from '@kippu/contract/time-changes'
import { isBeingPaid } from '@kippu/domain/states/order'

import { isRefusal, refuse, type Refusal } from '../platform/http/refusal.ts'
import { type AskedOrder, findOrderByToken } from '../orders/life/find-order.ts'
import { changeStopOf } from '../tickets/change-stop.ts'
import { findAttemptOfOrder } from './attempts/attempt-queries.ts'
import type { PaymentDeps } from './attempts/payment-deps.ts'
import { answerPayment } from './checkout/payment-answer.ts'
import type { PaymentFacts } from './checkout/read-payable.ts'
import { startJudged, type StartPayment } from './checkout/start-payment.ts'
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
  const answer = await startJudged(deps, { ...request, tokenKind: 'time_change' }, judgeChange)
  if (isRefusal(answer)) return refuse(wordOf(answer.code), answer.details)
  if (answer.result !== 'completed' || answer.refund === undefined) return answer
  const settled = await giveBackOf(deps, request)
  if (!isRefusal(settled)) return settled
  return refuse(wordOf(settled.code), settled.details)
}

/** Why a change can no longer be paid, though a payment of it would begin. */
function judgeChange({ order, changeStop }: PaymentFacts): CannotPay | undefined {
  if (order.hasEnded) return refuse('time change expired')
  if (isBeingPaid(order.status)) return undefined
  const stop =
    order.status === 'ready_checkout' ? changeStopOf(changeStop) : 'time change status is not pending'
  return stop === undefined ? undefined : refuse(stop)
}

/** Gives back what the change owes, and reads what became of it. */
async function giveBackOf(deps: PaymentDeps, asked: AskedOrder): ReturnType<typeof answerPayment> {
  const order = await deps.db.read(read => findOrderByToken(read, asked, 'time_change'))
  if (order === undefined) throw new Error('a completed change that is gone')
  const owed = await deps.db.read(read => findWaitingOfOrder(read, order.id))
  if (owed !== undefined)
    await giveBackOwed(deps, owed).catch((error: unknown) => {
      // The visit is moved, and the reconciler goes on.
      deps.log.error({ err: error, request: owed.id }, 'owed amount not given back')
    })
  const attempt = await deps.db.read(read => findAttemptOfOrder(read, order.id))
  if (attempt === undefined) throw new Error('a completed change without a payment')
  return answerPayment(deps, attempt.id)
}

type OrderWord = RefusalOf<typeof checkout>
type ChangeWord = RefusalOf<typeof checkoutTimeChange>

/** A refusal of an order's payment in the words of a change. Coupons and members of a change are not judged again. */
function wordOf(code: OrderWord | ChangeWord): ChangeWord {
  if (code === 'session_timeout' || code === 'ticket not on sale now') return 'time change expired'
  if (code === 'invalid order status' || code === 'order status must be ready_checkout')
    return 'time change status is not pending'
  if (isChangeWord(code)) return code
  throw new Error(`the payment of a change was refused by ${code}`)
}

const CHANGE_WORDS: ReadonlySet<string> = new Set([...checkoutTimeChange.errors, ...COMMON_ERRORS])

function isChangeWord(code: OrderWord | ChangeWord): code is ChangeWord {
  return CHANGE_WORDS.has(code)
}
