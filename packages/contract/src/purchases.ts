import * as v from 'valibot'

import { call } from './call.ts'
import { paymentMethod } from './payment-method.ts'
import { yen } from './shapes.ts'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

const purchaseItem = v.pipe(
  v.object({
    item_id: v.pipe(v.string(), v.description('The uuid of the product.')),
    item_name: v.pipe(v.string(), v.description('The name of the product.')),
    item_variant: v.pipe(
      v.string(),
      v.description('The kind of ticket or the extra; empty for a set product.'),
    ),
    price: v.pipe(yen, v.description('The price of one, with tax and before discounts.')),
    quantity: v.pipe(count, v.description('How many.')),
  }),
  v.title('PurchaseItem'),
)

const purchase = v.pipe(
  v.object({
    transaction_id: v.pipe(v.string(), v.description('The number of the reservation.')),
    value: v.pipe(
      yen,
      v.description(
        'What was charged, with tax and after all discounts: the difference where a visit was moved.',
      ),
    ),
    currency: v.pipe(v.literal('JPY'), v.description('Always `JPY`.')),
    tax: v.pipe(yen, v.description('The consumption tax in it.')),
    coupon: v.pipe(
      v.nullable(v.string()),
      v.description('Codes of the coupons with commas between them; null where there is none.'),
    ),
    payment_type: paymentMethod,
    items: v.pipe(v.array(purchaseItem), v.description('What was bought.')),
  }),
  v.title('Purchase'),
)
export type Purchase = v.InferOutput<typeof purchase>

export const readPurchase = call({
  method: 'GET',
  path: '/api/v1/gtm/{token}',
  summary: 'Read a purchase for the tag manager',
  description:
    'A completed purchase as tag managers count it. Names are Japanese, as in the reports of a venue; there are no personal data.',
  response: purchase,
  status: 200,
  errors: ['record not found'],
  // Whatever becomes of the count, the visitor has bought.
  silent: true,
})
