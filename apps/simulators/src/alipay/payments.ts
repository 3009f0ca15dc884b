import * as v from 'valibot'

import { randomId } from '../core/random-id.ts'
import type { AlipayStore } from './alipay-store.ts'
import { answer, type Answer, yen } from './answer.ts'
import { asOf, cancel } from './payment-life.ts'
import type { Payment } from './records.ts'

/** The input of a call. `ProviderCall.run` explains `amountOf`. */
export interface Call {
  readonly store: AlipayStore
  readonly now: Date
  readonly origin: string
  readonly amountOf: (asked: number) => number
}

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))
const amount = v.object({ currency: v.literal('JPY'), value: v.pipe(v.string(), v.regex(/^[1-9]\d*$/)) })
const address = v.pipe(v.string(), v.url(), v.maxLength(2048))

const paySchema = v.object({
  productCode: v.literal('CASHIER_PAYMENT'),
  paymentRequestId: id,
  order: v.object({ referenceOrderId: id, orderDescription: v.string(), orderAmount: amount }),
  paymentAmount: amount,
  paymentMethod: v.object({ paymentMethodType: v.literal('ALIPAY_CN') }),
  paymentExpiryTime: v.pipe(v.string(), v.isoTimestamp()),
  paymentRedirectUrl: address,
  paymentNotifyUrl: address,
  env: v.object({ terminalType: v.picklist(['WEB', 'WAP', 'APP']), osType: v.optional(v.string()) }),
})

/** `pay`: gives the page on which to pay. The same `paymentRequestId` is the same payment, in whatever state it is. */
export function openPayment(request: unknown, call: Call): Answer {
  const read = v.safeParse(paySchema, request)
  if (!read.success) return answer('F', 'PARAM_ILLEGAL')
  const { paymentRequestId, paymentAmount } = read.output
  const asked = Number(paymentAmount.value)
  const known = call.store.payments.get(paymentRequestId)
  if (known !== undefined && known.asked !== asked) return answer('F', 'REPEAT_REQ_INCONSISTENT')
  if (known !== undefined) return presentPay(asOf(known, call.now), call)
  if (call.now >= new Date(read.output.paymentExpiryTime)) return answer('F', 'PARAM_ILLEGAL')
  const payment = newPayment(read.output, { asked, call })
  return { ...presentPay(payment, call), changes: { payments: [payment] } }
}

type PayRequest = v.InferOutput<typeof paySchema>

function newPayment(
  request: PayRequest,
  { asked, call }: { readonly asked: number; readonly call: Call },
): Payment {
  return {
    request_id: request.paymentRequestId,
    payment_id: randomId('alipay'),
    token: randomId('page'),
    asked,
    amount: call.amountOf(asked),
    description: request.order.orderDescription,
    created: call.now.toISOString(),
    expires: request.paymentExpiryTime,
    redirect_url: request.paymentRedirectUrl,
    notify_url: request.paymentNotifyUrl,
    status: 'PROCESSING',
    result_code: null,
    paid: null,
    refunded: 0,
  }
}

function presentPay(payment: Payment, { origin }: Call): Answer {
  const fields = {
    paymentRequestId: payment.request_id,
    paymentId: payment.payment_id,
    paymentAmount: yen(payment.amount),
    paymentCreateTime: payment.created,
  }
  switch (payment.status) {
    case 'PROCESSING':
      return answer('U', 'PAYMENT_IN_PROCESS', {
        ...fields,
        normalUrl: `${origin}/alipay/cashier/${payment.token}`,
      })
    case 'SUCCESS':
      return answer('S', 'SUCCESS', fields)
    case 'FAIL':
      return answer('F', payment.result_code ?? 'PROCESS_FAIL', fields)
    case 'CANCELLED':
      return answer('F', 'ORDER_IS_CANCELED', fields)
  }
}

const whichSchema = v.object({ paymentRequestId: id })

/** `inquiryPayment` by the store's reference. */
export function inquirePayment(request: unknown, call: Call): Answer {
  const payment = find(request, call)
  if (payment === undefined) return answer('F', 'ORDER_NOT_EXIST')
  return answer('S', 'SUCCESS', {
    paymentStatus: payment.status,
    paymentResultCode: payment.result_code ?? 'PAYMENT_IN_PROCESS',
    paymentRequestId: payment.request_id,
    paymentId: payment.payment_id,
    paymentAmount: yen(call.amountOf(payment.amount)),
    paymentCreateTime: payment.created,
    ...(payment.paid !== null && { paymentTime: payment.paid }),
    ...transactionsOf(payment, call),
  })
}

/** The refunds of a payment, those of the dashboard too; left out where there are none. */
function transactionsOf({ payment_id }: Payment, { store }: Call): Record<string, unknown> {
  const transactions = [...store.refunds.values()]
    .filter(refund => refund.payment_id === payment_id)
    .map(refund => ({
      transactionType: 'REFUND',
      transactionStatus: 'SUCCESS',
      transactionId: refund.refund_id,
      transactionRequestId: refund.request_id,
      transactionAmount: yen(refund.amount),
      transactionTime: refund.time,
    }))
  return transactions.length === 0 ? {} : { transactions }
}

/**
 * `cancel`: closes an open page, or refunds a paid amount. A payment that failed stays failed, and the answer is `S`.
 */
export function cancelPayment(request: unknown, call: Call): Answer {
  const payment = find(request, call)
  if (payment === undefined) return answer('F', 'ORDER_NOT_EXIST')
  const done = answer('S', 'SUCCESS', {
    paymentId: payment.payment_id,
    paymentRequestId: payment.request_id,
    cancelTime: call.now.toISOString(),
  })
  if (payment.status === 'FAIL' || payment.status === 'CANCELLED') return done
  if (payment.refunded > 0) return answer('F', 'PROCESS_FAIL')
  if (payment.paid !== null && call.now >= cancelledUntil(payment.paid))
    return answer('F', 'CANCEL_WINDOW_EXCEED')
  return { ...done, changes: cancel(payment, call.now) }
}

const DAY_MS = 86_400_000
const BEIJING_MS = 8 * 3_600_000
const QUARTER_MS = 15 * 60_000

/** 00:15 in Beijing, on the day after the payment. */
function cancelledUntil(paid: string): Date {
  const day = Math.floor((Date.parse(paid) + BEIJING_MS) / DAY_MS)
  return new Date((day + 1) * DAY_MS - BEIJING_MS + QUARTER_MS)
}

function find(request: unknown, { store, now }: Call): Payment | undefined {
  const read = v.safeParse(whichSchema, request)
  const payment = read.success ? store.payments.get(read.output.paymentRequestId) : undefined
  return payment && asOf(payment, now)
}
