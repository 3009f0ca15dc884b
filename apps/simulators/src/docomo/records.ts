import * as v from 'valibot'

import { effects } from '../core/provider-store.ts'

const yen = v.pipe(v.number(), v.integer())

/**
 * One payment of d払い. `asked` is the amount of the request, `amount` the one that is charged (they differ under the
 * fault `wrong_amount`).
 */
const orderSchema = v.object({
  order_ref: v.string(),
  asked: yen,
  amount: yen,
  description: v.string(),
  return_url: v.string(),
  notify_url: v.string(),
  expires: v.string(),
  state: v.picklist(['open', 'authorized', 'captured', 'voided', 'failed', 'expired']),
  code: v.nullable(v.string()),
  refunded: yen,
  /** The tokens that were given out for the form and not used yet. */
  tokens: v.array(v.string()),
  /** The last part of the address of the page. It is made when the first form arrives. */
  page: v.nullable(v.string()),
})

const refundSchema = v.object({ key: v.string(), order_ref: v.string(), asked: yen })

/** All records that one request changed. */
export const changesSchema = v.object({
  ...effects,
  orders: v.optional(v.array(orderSchema)),
  refunds: v.optional(v.array(refundSchema)),
})

export type Order = v.InferOutput<typeof orderSchema>
export type DocomoRefund = v.InferOutput<typeof refundSchema>
export type Changes = v.InferOutput<typeof changesSchema>
