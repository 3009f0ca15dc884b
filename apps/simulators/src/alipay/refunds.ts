import * as v from 'valibot'

import { randomId } from '../core/random-id.ts'
import { answer, type Answer, yen } from './answer.ts'
import { moved } from './payment-life.ts'
import type { Call } from './payments.ts'
import type { AlipayRefund, Payment } from './records.ts'

const refundSchema = v.object({
  refundRequestId: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,64}$/)),
  paymentId: v.string(),
  refundAmount: v.object({ currency: v.literal('JPY'), value: v.pipe(v.string(), v.regex(/^[1-9]\d*$/)) }),
})

/** `refund`, whole or in part. The same `refundRequestId` is the same refund. */
export function refundPayment(request: unknown, call: Call): Answer {
  const read = v.safeParse(refundSchema, request)
  if (!read.success) return answer('F', 'PARAM_ILLEGAL')
  const { refundRequestId, paymentId, refundAmount } = read.output
  const asked = Number(refundAmount.value)
  const known = call.store.refunds.get(refundRequestId)
  if (known !== undefined)
    return known.asked === asked ? presentRefund(known) : answer('F', 'REPEAT_REQ_INCONSISTENT')
  const payment = [...call.store.payments.values()].find(one => one.payment_id === paymentId)
  if (payment === undefined) return answer('F', 'ORDER_NOT_EXIST')
  if (payment.status !== 'SUCCESS') return answer('F', 'ORDER_STATUS_INVALID')
  if (asked > payment.amount - payment.refunded) return answer('F', 'REFUND_AMOUNT_EXCEED')
  return take(payment, { asked, amount: call.amountOf(asked), refundRequestId, now: call.now })
}

interface RefundRequest {
  readonly asked: number
  /** Yen that really go back. */
  readonly amount?: number
  readonly refundRequestId: string
  readonly now: Date
}

/** Gives a part of a payment back, or what is left of it. */
export function take(
  payment: Payment,
  { asked, amount = asked, refundRequestId, now }: RefundRequest,
): Answer {
  const refund: AlipayRefund = {
    request_id: refundRequestId,
    refund_id: randomId('refund'),
    payment_id: payment.payment_id,
    asked,
    amount,
    time: now.toISOString(),
  }
  const changes = {
    payments: [{ ...payment, refunded: payment.refunded + amount }],
    refunds: [refund],
    money: [moved(payment, { kind: 'refunded', amount, at: now })],
  }
  return { ...presentRefund(refund), changes }
}

function presentRefund(refund: AlipayRefund): Answer {
  return answer('S', 'SUCCESS', {
    refundRequestId: refund.request_id,
    refundId: refund.refund_id,
    paymentId: refund.payment_id,
    refundAmount: yen(refund.amount),
    refundTime: refund.time,
  })
}

/** `inquiryRefund` by the store's reference. */
export function inquireRefund(request: unknown, { store }: Call): Answer {
  const read = v.safeParse(v.object({ refundRequestId: v.string() }), request)
  const refund = read.success ? store.refunds.get(read.output.refundRequestId) : undefined
  if (refund === undefined) return answer('F', 'REFUND_NOT_EXIST')
  return answer('S', 'SUCCESS', {
    refundStatus: 'SUCCESS',
    refundRequestId: refund.request_id,
    refundId: refund.refund_id,
    refundAmount: yen(refund.amount),
    refundTime: refund.time,
  })
}
