import type { RefusalOf } from '@kippu/contract/call'
import type { checkout } from '@kippu/contract/payments'
import type { PaymentMethod } from '@kippu/domain/payment-method'

import { isRefusal, type Refusal, refuse } from '../../http/refusal.ts'
import { findOrderById, findOrderByToken, type OrderRecord } from '../../orders/life/find-order.ts'
import { findAttemptOfOrder } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { executeAttempt } from '../saga/finish-payment.ts'
import { openAttempt } from './open-attempt.ts'
import { answerPayment, awaitAnswer, type PaymentAnswer } from './payment-answer.ts'
import type { ProviderRefs } from '../port/port.ts'

export interface StartPayment {
  readonly siteKey: string
  readonly orderToken: string
  readonly method: PaymentMethod
  /** What the provider's script gave the browser; kept with the attempt, so that its request can be repeated. */
  readonly input: ProviderRefs
  /** Yen that the visitor expects to pay, as far as the request says. */
  readonly expected: number | undefined
}

/**
 * Pays an order (R-7.25, S-7.02). Safe to send again, and from two tabs at once: one request claims the order and makes
 * the attempt, every other one gets the answer of that attempt (S-1.13, S-1.15, D-51).
 */
export async function startPayment(
  deps: PaymentDeps,
  request: StartPayment,
): Promise<PaymentAnswer | Refusal<RefusalOf<typeof checkout>>> {
  const { siteKey, orderToken } = request
  const order = await deps.db.read(tx => findOrderByToken(tx, { siteKey, token: orderToken }))
  if (order === undefined) return refuse('record not found')
  if (order.hasEnded) return refuse('session_timeout')
  switch (order.status) {
    case 'ready_checkout':
      if (lacksMember(deps, order)) return refuse('membership login failed')
      return payOrder(deps, order, request)
    case 'temporary':
    case 'mail_sent':
      return refuse('order status must be ready_checkout')
    case 'cancelled':
      return refuse('record not found')
    case 'payment_pending':
    case 'payment_3ds':
    case 'completed':
    case 'expired':
    case 'refunded':
    case 'refund_failed':
      return answerOfOrder(deps, order.id)
  }
}

/** A site for members alone takes no money of anybody else (S-5.08). */
function lacksMember({ sites }: PaymentDeps, { siteKey, memberId }: OrderRecord): boolean {
  return memberId === null && sites.find(siteKey)?.membership.required === true
}

async function payOrder(
  deps: PaymentDeps,
  order: OrderRecord,
  { method, input, expected }: StartPayment,
): Promise<PaymentAnswer | Refusal<RefusalOf<typeof checkout>>> {
  const attempt = await openAttempt(deps, { orderId: order.id, method, input, expected })
  if (isRefusal(attempt)) return attempt
  if (attempt === undefined) return answerOfOrder(deps, order.id)
  const isAtRest = await executeAttempt(deps, attempt)
  return isAtRest ? answerPayment(deps, attempt.id) : awaitAnswer(deps, attempt.id)
}

/** The answer of the payment that an order has. */
async function answerOfOrder(deps: PaymentDeps, orderId: string): Promise<PaymentAnswer> {
  const [order, attempt] = await deps.db.read(async tx => [
    await findOrderById(tx, orderId),
    await findAttemptOfOrder(tx, orderId),
  ])
  if (order?.hasEnded === true) return refuse('session_timeout')
  return attempt === undefined ? refuse('invalid order status') : awaitAnswer(deps, attempt.id)
}
