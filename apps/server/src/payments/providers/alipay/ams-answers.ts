import * as v from 'valibot'

/** The parts of AMS answers that we read. Every field is text, amounts are in the smallest unit of their currency. */

const result = v.object({
  resultCode: v.string(),
  /** `U` is unknown, or still under way: never a failure. */
  resultStatus: v.picklist(['S', 'F', 'U']),
})

const amount = v.object({ currency: v.string(), value: v.pipe(v.string(), v.regex(/^\d{1,16}$/)) })
export type AmsAmount = v.InferOutput<typeof amount>

const text = v.nullish(v.string())

export const payAnswer = v.object({
  result,
  paymentRequestId: text,
  paymentId: text,
  paymentAmount: v.nullish(amount),
  /** The page on which the payer pays, in a browser. */
  normalUrl: text,
})
export type PayAnswer = v.InferOutput<typeof payAnswer>

const PAYMENT_STATUSES = ['SUCCESS', 'FAIL', 'PROCESSING', 'CANCELLED', 'PENDING'] as const

/** A refund of a payment, or another thing that was done with it afterwards: by the store, or in the dashboard. */
const transaction = v.object({
  transactionType: v.string(),
  transactionStatus: v.nullish(v.picklist(PAYMENT_STATUSES)),
  transactionAmount: v.nullish(amount),
})

export const inquiryAnswer = v.object({
  /** Whether the inquiry succeeded; `paymentStatus` tells what became of the payment. */
  result,
  paymentStatus: v.nullish(v.picklist(PAYMENT_STATUSES)),
  paymentResultCode: text,
  paymentRequestId: text,
  paymentId: text,
  paymentAmount: v.nullish(amount),
  transactions: v.nullish(v.array(transaction)),
})
export type InquiryAnswer = v.InferOutput<typeof inquiryAnswer>

export const cancelAnswer = v.object({ result, paymentRequestId: text })

export const refundAnswer = v.object({ result, refundRequestId: text, refundAmount: v.nullish(amount) })

export const refundInquiryAnswer = v.object({
  result,
  refundStatus: v.nullish(v.picklist(['SUCCESS', 'PROCESSING', 'FAIL'])),
  refundRequestId: text,
})

/** `notifyDispute`: it names no type of notification. */
export const disputeNotice = v.object({
  disputeId: v.string(),
  disputeNotificationType: v.string(),
  paymentRequestId: v.string(),
})
export type DisputeNotice = v.InferOutput<typeof disputeNotice>

/** `notifyPayment`, and anything else that is sent to the same address. */
export const notice = v.object({
  notifyType: v.string(),
  result,
  paymentRequestId: text,
  paymentId: text,
})
export type PaymentNotice = v.InferOutput<typeof notice>
