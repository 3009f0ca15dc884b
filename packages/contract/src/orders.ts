import * as v from 'valibot'

import { REPEAT_ERRORS } from './errors.ts'
import { call } from './call.ts'
import { membershipWord } from './membership.ts'
import {
  admission,
  caution,
  couponName,
  expiry,
  imagePath,
  optionValueId,
  orderToken,
  plainDescription,
  productName,
  productUuid,
  timeSpanId,
  visitFrom,
  visitTo,
} from './fields.ts'
import { askedLanguage, isoDate, language, nothing, rowId, yen, yenDifference } from './shapes.ts'

/** Orders with more lines or units than this are refused before any rule of a site is checked. */
const MOST = 1000
const quantity = v.pipe(v.number(), v.safeInteger(), v.maxValue(MOST))

/** A quantity below 1 has its own refusal, so the schema lets it through. */
const optionLine = v.pipe(
  v.strictObject({
    option_value_id: optionValueId,
    quantity: v.pipe(
      quantity,
      v.minValue(-MOST),
      v.description('Units of this kind; below 1 it is refused.'),
    ),
  }),
  v.title('OrderLine'),
)

/** One id for each unit, in any order: `[11, 12, 11]` are two of 11 and one of 12. */
const optionIds = v.pipe(
  v.array(rowId),
  v.maxLength(MOST),
  v.transform(ids => linesOf(ids)),
)

function linesOf(ids: readonly number[]): v.InferOutput<typeof optionLine>[] {
  const units = new Map<number, number>()
  for (const id of ids) units.set(id, (units.get(id) ?? 0) + 1)
  return Array.from(units, ([id, count]) => ({ option_value_id: id, quantity: count }))
}

/** A program of the release before does not say it. */
export const places = v.optional(
  v.pipe(
    v.picklist(['held', 'at_proof', 'at_payment']),
    v.description(
      '`held`: the places are the visitor’s until the hold ends. `at_proof`: too many are held by orders that are not paid, so these are taken when the address is proved, if there are enough then. `at_payment`: the same, and they are taken when the payment begins.',
    ),
  ),
  'held',
)

/** Kinds of one order at most; a lot of units may be of one kind. */
const MOST_KINDS = 50
const askedOptions = v.pipe(
  v.union([v.array(optionLine), optionIds]),
  v.minLength(1),
  v.maxLength(MOST_KINDS),
)

export const orderRequest = v.pipe(
  v.strictObject({
    lang: v.pipe(language, v.description('The language of the order and its mails.')),
    product_uuid: productUuid,
    time_span_id: timeSpanId,
    quantity: v.pipe(
      quantity,
      v.minValue(1),
      v.description('The sum over the kinds that are tickets; extras do not count.'),
    ),
    option_values: v.pipe(
      askedOptions,
      v.description(
        'What is wanted: lines of a kind and a quantity, or the number of the kind once for each unit.',
      ),
    ),
    set_products: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            uuid: productUuid,
            time_span_id: timeSpanId,
            quantity: v.pipe(quantity, v.minValue(1), v.description('Units of it.')),
          }),
        ),
        v.maxLength(20),
        v.description('Products that are bought with the visit.'),
      ),
      [],
    ),
    membership_key: v.optional(
      v.pipe(membershipWord, v.description('The first word of the pair that names a promotion.')),
    ),
    membership_value: v.optional(
      v.pipe(membershipWord, v.description('The second word of the pair that names a promotion.')),
    ),
  }),
  v.description('What a visitor asks for.'),
  v.title('OrderRequest'),
)

export type OrderRequest = v.InferInput<typeof orderRequest>

export const createOrder = call({
  method: 'POST',
  path: '/api/v1/orders',
  summary: 'Hold tickets for a visit',
  description:
    'Holds tickets and set products for a visit, and fixes their prices. Send an `Idempotency-Key`: without one, a call that is repeated after a lost answer holds twice. A pair of membership words that names no promotion has no effect.',
  body: orderRequest,
  response: v.object({
    order_token: orderToken,
    expires_at: expiry,
    price: v.pipe(yen, v.description('What the order costs now.')),
    places,
  }),
  status: 201,
  repeatable: true,
  errors: [
    ...REPEAT_ERRORS,
    'out of stock',
    'no stock registered for this product',
    'ticket not on sale now',
    'option_value_id not found',
    'specified option value of the ticket is less than 1',
    'companion without its holder',
    'record not found',
  ],
})

const orderOption = v.pipe(
  v.object({
    id: v.pipe(rowId, v.description('The number of the choice.')),
    name: v.pipe(v.string(), v.description('The name of what was chosen, in the language of the answer.')),
    type: v.pipe(
      v.picklist(['ticket_type', 'extra']),
      v.description('`ticket_type`: every unit is a ticket. `extra`: bought with them, and no ticket.'),
    ),
    add_cost: v.pipe(yenDifference, v.description('What it adds to the base price, or costs as an extra.')),
    quantity: v.pipe(v.number(), v.safeInteger(), v.description('How many.')),
    option_value_id: optionValueId,
    unit_price: v.pipe(yen, v.description('The price of one, with what its kind adds.')),
  }),
  v.title('OrderOption'),
)

export const boughtProduct = v.pipe(
  v.object({
    product_uuid: productUuid,
    product_name: productName,
    description: plainDescription,
    image_path: imagePath,
    ...admission,
    quantity: v.pipe(v.number(), v.safeInteger(), v.description('How many.')),
    reservation_from: visitFrom,
    reservation_to: visitTo,
    product_time_span_id: v.pipe(rowId, v.description('The time span of the visit.')),
    naming_right: v.pipe(
      v.nullable(v.string()),
      v.description('The sponsor whose name the product bears; null where there is none.'),
    ),
    caution,
    order_options: v.pipe(
      v.array(orderOption),
      v.description('Kinds of tickets and extras as they were bought.'),
    ),
  }),
  v.description('The product as bought: names in the asked language, or in that of the order.'),
  v.title('BoughtProduct'),
)

export const formAnswer = v.pipe(
  v.object({
    key: v.pipe(v.string(), v.description('The field of the buyer form.')),
    value: v.pipe(v.string(), v.description('What the buyer answered.')),
  }),
  v.description('One answer of the buyer form.'),
  v.title('FormAnswer'),
)

const orderStatus = v.pipe(
  v.picklist(['temporary', 'mail_sent', 'ready_checkout', 'payment_pending', 'payment_3ds']),
  v.title('OrderStatus'),
)

const temporaryOrder = v.pipe(
  v.object({
    lang: v.pipe(
      language,
      v.description('The language of the order and its mails, whatever language is asked for.'),
    ),
    status: v.pipe(
      orderStatus,
      v.description(
        '`temporary`: held. `mail_sent`: the address waits for its proof. `ready_checkout`: can be paid. `payment_pending`, `payment_3ds`: being paid.',
      ),
    ),
    places,
    expires_at: expiry,
    extensions_left: v.pipe(
      v.number(),
      v.safeInteger(),
      v.minValue(0),
      v.description('How often the hold may still be made longer.'),
    ),
    subtotal: v.pipe(yen, v.description('What everything costs before anything is taken off.')),
    price: v.pipe(yen, v.description('After membership and coupons, before the discount of a way to pay.')),
    customer_info: v.pipe(
      v.array(formAnswer),
      v.description('The answers of the buyer form. Personal data.'),
    ),
    main_product: v.pipe(boughtProduct, v.description('The visit as it was bought.')),
    set_products: v.pipe(
      v.array(
        v.object({
          product_name: productName,
          add_cost: v.pipe(yenDifference, v.description('What all units of it cost.')),
          quantity: v.pipe(v.number(), v.description('Units of it.')),
        }),
      ),
      v.description('Products that are bought with the visit.'),
    ),
    coupons: v.pipe(
      v.array(
        v.object({
          coupon_code: v.pipe(v.string(), v.description('The code of the coupon.')),
          coupon_name: couponName,
          coupon_discount: v.pipe(yen, v.description('What the coupon takes off this order.')),
          ends_on: v.pipe(
            v.nullable(isoDate),
            v.description(
              'The last day of the coupon, after which the visit cannot be moved; null where it does not end.',
            ),
          ),
        }),
      ),
      v.description('Coupons that take something off.'),
    ),
    membership_promotion: v.pipe(
      v.nullable(
        v.object({
          membership_promotion_name: v.pipe(v.string(), v.description('The name of the promotion.')),
          membership_discount: v.pipe(yen, v.description('What the membership takes off.')),
        }),
      ),
      v.description('What a membership takes off; null where there is none.'),
    ),
  }),
  v.title('TemporaryOrder'),
)
export type TemporaryOrder = v.InferOutput<typeof temporaryOrder>

export const readOrder = call({
  method: 'GET',
  path: '/api/v1/orders/{token}',
  summary: 'Read a temporary order',
  description:
    'Reads an order: an ended one is refused with `session_timeout`, a completed one is not found. Names are in the asked language, and without one in that of the order.',
  query: v.strictObject({ lang: askedLanguage }),
  response: temporaryOrder,
  status: 200,
  errors: ['session_timeout', 'record not found'],
})

export const extendOrder = call({
  method: 'PUT',
  path: '/api/v1/orders/hold/{token}',
  summary: 'Hold an order longer',
  description:
    'Holds the places of an order, or of a change of time, longer: ten times at most, and twice once less than a fifth of its day is left. What is being paid needs no extension.',
  response: v.object({
    expires_at: expiry,
    extensions_left: v.pipe(
      v.number(),
      v.safeInteger(),
      v.minValue(0),
      v.description('How often the hold may still be made longer.'),
    ),
  }),
  status: 200,
  errors: [
    'session_timeout',
    'time change expired',
    'record not found',
    'order is being paid',
    'invalid order status',
  ],
})

/** The browser ignores 400: the order had ended already. */
export const deleteOrder = call({
  method: 'DELETE',
  path: '/api/v1/orders/{token}',
  summary: 'Give held tickets back',
  description: 'Gives the held places back. An order that is being paid is not given up.',
  response: nothing,
  status: 204,
  errors: ['session_timeout', 'record not found', 'invalid order status'],
  ignoredStatuses: [400],
})
