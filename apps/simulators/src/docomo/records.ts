import * as v from 'valibot'

import { effects } from '../core/provider-store.ts'

const yen = v.pipe(v.number(), v.integer())

/** One payment of d払い: `asked` is the amount of the request, `amount` what is really taken (fault `wrong_amount`). */
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
  /** Those of the form that were given out and not yet used. */
  tokens: v.array(v.string()),
  /** Opens the page; made when a form came in. */
  page: v.nullable(v.string()),
})

const refundSchema = v.object({ key: v.string(), order_ref: v.string(), asked: yen })

/** Everything one request changed. */
export const changesSchema = v.object({
  ...effects,
  orders: v.optional(v.array(orderSchema)),
  refunds: v.optional(v.array(refundSchema)),
})

export type Order = v.InferOutput<typeof orderSchema>
export type DocomoRefund = v.InferOutput<typeof refundSchema>
export type Changes = v.InferOutput<typeof changesSchema>
