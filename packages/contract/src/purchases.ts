import * as v from 'valibot'

import { call } from './call.ts'
import { paymentMethod } from './payment-method.ts'
import { yen } from './shapes.ts'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

const purchaseItem = v.object({
  /** uuid of the product. */
  item_id: v.string(),
  item_name: v.string(),
  /** The kind of ticket or the extra; empty on a set product. */
  item_variant: v.string(),
  /** Of one, with tax and before discounts. */
  price: yen,
  quantity: count,
})

const purchase = v.object({
  /** Number of the reservation. */
  transaction_id: v.string(),
  /** What was charged, with tax and after all discounts: the difference where a visit was moved. */
  value: yen,
  currency: v.literal('JPY'),
  /** The consumption tax in it. */
  tax: yen,
  /** Codes of the coupons with a comma between them; null where there is none. */
  coupon: v.nullable(v.string()),
  payment_type: paymentMethod,
  items: v.array(purchaseItem),
})
export type Purchase = v.InferOutput<typeof purchase>

/**
 * A completed purchase as tag managers count it, by the token of its order, reservation or change of time (R-7.40, D-44). Names are
 * Japanese, as in the reports of a venue; no personal data (S-14.01).
 */
export const readPurchase = call({
  method: 'GET',
  path: '/api/v1/gtm/{token}',
  summary: 'Read a purchase for the tag manager',
  response: purchase,
  status: 200,
  errors: ['record not found'],
  // Whatever becomes of the count, the visitor has bought.
  silent: true,
})
