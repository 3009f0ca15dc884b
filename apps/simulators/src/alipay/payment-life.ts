import { type LedgerEntry, movement } from '../core/ledger.ts'
import type { Notice } from '../core/notice.ts'
import { attemptIdOf } from '../core/order-ref.ts'
import { randomId } from '../core/random-id.ts'
import { yen } from './answer.ts'
import type { Changes, Payment } from './records.ts'

/** The steps of a payment. Each gives the changes to commit. */

/** The payment at this time: an open page expires. */
export function asOf(payment: Payment, now: Date): Payment {
  if (payment.status !== 'PROCESSING' || now < new Date(payment.expires)) return payment
  return { ...payment, status: 'FAIL', result_code: 'ORDER_IS_CLOSED' }
}

/** The payer pays. The money is captured at once. */
export function pay(payment: Payment, now: Date): Changes {
  const paid: Payment = { ...payment, status: 'SUCCESS', result_code: 'SUCCESS', paid: now.toISOString() }
  return {
    payments: [paid],
    money: [moved(payment, { kind: 'captured', amount: payment.amount, at: now })],
    outbox: [noticeOf(paid)],
  }
}

/** The wallet refuses. */
export function fail(payment: Payment): Changes {
  const failed: Payment = { ...payment, status: 'FAIL', result_code: 'USER_BALANCE_NOT_ENOUGH' }
  return { payments: [failed], outbox: [noticeOf(failed)] }
}

/** Refunds the rest of a paid payment, or closes an open page. */
export function cancel(payment: Payment, now: Date): Changes {
  const left = payment.status === 'SUCCESS' ? payment.amount - payment.refunded : 0
  const cancelled: Payment = { ...payment, status: 'CANCELLED', refunded: payment.refunded + left }
  return {
    payments: [cancelled],
    money: left > 0 ? [moved(payment, { kind: 'refunded', amount: left, at: now })] : [],
  }
}

interface Movement {
  readonly kind: 'captured' | 'refunded'
  readonly amount: number
  readonly at: Date
}

export function moved({ request_id, payment_id }: Payment, move: Movement): LedgerEntry {
  return movement({ provider: 'alipay', ref: payment_id, attempt_id: attemptIdOf(request_id), ...move })
}

/** `notifyPayment`. It is signed when it is sent, and accepted when the store answers that it received it. */
function noticeOf(payment: Payment): Notice {
  const { status, result_code: code, payment_id: paymentId, request_id: paymentRequestId } = payment
  const resultStatus = status === 'SUCCESS' ? 'S' : 'F'
  const body = JSON.stringify({
    notifyType: 'PAYMENT_RESULT',
    result: { resultCode: code, resultStatus, resultMessage: (code ?? '').toLowerCase() },
    paymentRequestId,
    paymentId,
    paymentAmount: yen(payment.amount),
    paymentCreateTime: payment.created,
    ...(payment.paid !== null && { paymentTime: payment.paid }),
  })
  return notice(payment, body)
}

/** `notifyDispute`, which is signed and accepted in the same way. */
export function disputeOf(payment: Payment): Notice {
  const body = JSON.stringify({
    paymentRequestId: payment.request_id,
    paymentId: payment.payment_id,
    disputeId: randomId('dispute'),
    disputeNotificationType: 'DISPUTE_CREATED',
    disputeAmount: yen(payment.amount),
  })
  return notice(payment, body)
}

function notice({ notify_url }: Payment, body: string): Notice {
  return {
    id: randomId('alipay_notice'),
    provider: 'alipay',
    url: notify_url,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: Buffer.from(body).toString('base64'),
    accepts: { contains: '"resultStatus":"S"' },
  }
}
