import * as v from 'valibot'

import { effects } from '../core/provider-store.ts'

const yen = v.pipe(v.number(), v.integer())

/**
 * One payment. `asked` is the amount of the request, `amount` the one that is charged (they differ under the fault
 * `wrong_amount`).
 */
const paymentSchema = v.object({
  request_id: v.string(),
  payment_id: v.string(),
  /** The last part of the address of the payer's page. */
  token: v.string(),
  asked: yen,
  amount: yen,
  description: v.string(),
  created: v.string(),
  expires: v.string(),
  redirect_url: v.string(),
  notify_url: v.string(),
  status: v.picklist(['PROCESSING', 'SUCCESS', 'FAIL', 'CANCELLED']),
  result_code: v.nullable(v.string()),
  paid: v.nullable(v.string()),
  refunded: yen,
})

const refundSchema = v.object({
  request_id: v.string(),
  refund_id: v.string(),
  payment_id: v.string(),
  asked: yen,
  amount: yen,
  time: v.string(),
})

/** All records that one request changed. */
export const changesSchema = v.object({
  ...effects,
  payments: v.optional(v.array(paymentSchema)),
  refunds: v.optional(v.array(refundSchema)),
})

export type Payment = v.InferOutput<typeof paymentSchema>
export type AlipayRefund = v.InferOutput<typeof refundSchema>
export type Changes = v.InferOutput<typeof changesSchema>
