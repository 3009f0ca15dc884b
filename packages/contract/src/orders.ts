import * as v from 'valibot'

import { REPEAT_ERRORS } from './errors.ts'
import { call } from './call.ts'
import { membershipWord } from './membership.ts'
import { admission } from './products.ts'
import { askedLanguage, jstDateTime, language, nothing, rowId, uuid, yen, yenDifference } from './shapes.ts'

/** Orders with more lines or units than this are refused before any rule of a site is checked. */
const MOST = 1000
const quantity = v.pipe(v.number(), v.safeInteger(), v.maxValue(MOST))

/** A quantity below 1 has its own refusal (D-56), so the schema lets it through. */
const optionLine = v.strictObject({ option_value_id: rowId, quantity: v.pipe(quantity, v.minValue(-MOST)) })

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

/**
 * `held`: the places are the visitor's until the hold ends. `at_proof`: too many are held by orders whose address is not proved,
 * so these are taken when the address is proved, if there are enough then. A program of the release before does not say it.
 */
export const places = v.optional(v.picklist(['held', 'at_proof']), 'held')

/** Kinds of one order at most; a lot of units may be of one kind. */
const MOST_KINDS = 50
const askedOptions = v.pipe(
  v.union([v.array(optionLine), optionIds]),
  v.minLength(1),
  v.maxLength(MOST_KINDS),
)

/** What a visitor asks for. */
export const orderRequest = v.strictObject({
  lang: language,
  product_uuid: uuid,
  time_span_id: rowId,
  quantity: v.pipe(quantity, v.minValue(1)),
  option_values: askedOptions,
  set_products: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          uuid,
          time_span_id: rowId,
          quantity: v.pipe(quantity, v.minValue(1)),
        }),
      ),
      v.maxLength(20),
    ),
    [],
  ),
  membership_key: v.optional(membershipWord),
  membership_value: v.optional(membershipWord),
})

export type OrderRequest = v.InferInput<typeof orderRequest>

/**
 * Holds tickets and set products for a visit and fixes their prices (R-7.12–15, S-2.02). `option_values` are lines, or
 * the ids alone; `quantity` is the sum over those that are tickets, extras not counted. A membership pair that names no
 * promotion has no effect (S-5.03).
 */
export const createOrder = call({
  method: 'POST',
  path: '/api/v1/orders',
  summary: 'Hold tickets for a visit',
  body: orderRequest,
  response: v.object({ order_token: v.string(), expires_at: jstDateTime, price: yen, places }),
  status: 201,
  repeatable: true,
  errors: [
    ...REPEAT_ERRORS,
    'out of stock',
    'no stock registered for this product',
    'ticket not on sale now',
    'option_value_id not found',
    'specified option value of the ticket is less than 1',
    'record not found',
  ],
})

const orderOption = v.object({
  id: rowId,
  name: v.string(),
  type: v.picklist(['ticket_type', 'extra']),
  add_cost: yenDifference,
  quantity: v.pipe(v.number(), v.safeInteger()),
  option_value_id: rowId,
  /** Price of one such ticket with its extra cost, or of one such extra, in yen. */
  unit_price: yen,
})

/** The product as bought: names in the requested language or the order's, times in +09:00 (R-3.123–132). */
export const boughtProduct = v.object({
  product_uuid: uuid,
  product_name: v.string(),
  description: v.string(),
  image_path: v.nullable(v.string()),
  ...admission.entries,
  quantity: v.pipe(v.number(), v.safeInteger()),
  reservation_from: jstDateTime,
  reservation_to: jstDateTime,
  product_time_span_id: rowId,
  naming_right: v.nullable(v.string()),
  caution: v.nullable(v.string()),
  order_options: v.array(orderOption),
})

/** One answer of the buyer form. */
const answer = v.object({ key: v.string(), value: v.string() })

const orderStatus = v.picklist(['temporary', 'mail_sent', 'ready_checkout', 'payment_pending', 'payment_3ds'])

/** A temporary order as read (R-3.120–135, D-54). */
const temporaryOrder = v.object({
  /** The language of its mails, whatever language is requested. */
  lang: language,
  status: orderStatus,
  places,
  expires_at: jstDateTime,
  /** How often the visitor may still extend the hold. */
  extensions_left: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Before any deduction. */
  subtotal: yen,
  /** After membership and coupons, before the discount of a payment method (D-54). */
  price: yen,
  customer_info: v.array(answer),
  main_product: boughtProduct,
  set_products: v.array(
    v.object({ product_name: v.string(), add_cost: yenDifference, quantity: v.number() }),
  ),
  coupons: v.array(v.object({ coupon_code: v.string(), coupon_name: v.string(), coupon_discount: yen })),
  membership_promotion: v.nullable(
    v.object({ membership_promotion_name: v.string(), membership_discount: yen }),
  ),
})
export type TemporaryOrder = v.InferOutput<typeof temporaryOrder>

/**
 * Reads a live order; an ended one is refused with `session_timeout`, a completed one is not found. Names are
 * in the requested language, because a visitor may change it at any step; without one they are in the order's
 * language.
 */
export const readOrder = call({
  method: 'GET',
  path: '/api/v1/orders/{token}',
  summary: 'Read a temporary order',
  query: v.strictObject({ lang: askedLanguage }),
  response: temporaryOrder,
  status: 200,
  errors: ['session_timeout', 'record not found'],
})

/** Extends the hold of an order or a change of time, ten times at most; what is being paid needs no extension (WCAG 2.2.1). */
export const extendOrder = call({
  method: 'PUT',
  path: '/api/v1/orders/hold/{token}',
  summary: 'Hold an order longer',
  response: v.object({
    expires_at: jstDateTime,
    extensions_left: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  status: 200,
  errors: ['session_timeout', 'time change expired', 'record not found', 'invalid order status'],
})

/**
 * As {@link extendOrder}, at its address before this release, which a router could take for the payment of an order named `hold`. Pages
 * ask this one as long as a program of the release before may answer them.
 */
export const extendOrderFormerly = call({ ...extendOrder, path: '/api/v1/orders/{token}/hold' })

/** Gives the held tickets back. The browser ignores 400: the order had ended already (R-7.16–17). */
export const deleteOrder = call({
  method: 'DELETE',
  path: '/api/v1/orders/{token}',
  summary: 'Give held tickets back',
  response: nothing,
  status: 204,
  errors: ['session_timeout', 'record not found', 'invalid order status'],
  ignoredStatuses: [400],
})
