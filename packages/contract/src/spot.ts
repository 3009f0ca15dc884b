import * as v from 'valibot'

import { call } from './call.ts'
import { addOrderCoupon, deleteOrderCoupon } from './order-coupons.ts'
import { contents } from './order-mails.ts'
import { createOrder, deleteOrder, orderRequest, readOrder } from './orders.ts'
import { checkout } from './payments.ts'
import { dayStock, productOfDay, productStockStatus } from './products.ts'
import { searchSetProducts, timeSpanIds } from './set-products.ts'
import { askedLanguage, isoDate, jstDateTime, storableText, uuid, yen } from './shapes.ts'

/**
 * The calls of the sale at the door (channel `spot`). Whoever stands there has read a QR code, whose token goes along as `qr_token`
 * until the order is made; from then on the order token is the right to the order, as everywhere.
 */

const qrToken = v.optional(v.pipe(v.string(), v.maxLength(300)), '')

/** The product of the code with its times of today that are still on sale. */
export const readSpotStocks = call({
  method: 'GET',
  path: '/api/v1/spot/products/stocks',
  summary: 'Times of today of the product of a QR code',
  query: v.strictObject({ qr_token: qrToken, lang: askedLanguage }),
  response: v.object({
    product: productOfDay,
    date: isoDate,
    time_spans: dayStock.entries.time_spans,
    base_price: yen,
    product_stock_status: productStockStatus,
    /** Until when the code opens a sale. */
    expires_at: jstDateTime,
  }),
  status: 200,
  errors: ['spot qrCode has expired'],
})

/** The products that are sold at the door, with their state of today (E-24). A code is not needed; an old one is refused. */
export const listSpotProducts = call({
  method: 'GET',
  path: '/api/v1/spot/products',
  summary: 'Products that are sold at the door',
  query: v.strictObject({ lang: askedLanguage, qr_token: v.optional(v.pipe(v.string(), v.maxLength(300))) }),
  response: v.array(
    v.object({
      uuid,
      name: v.string(),
      description: v.string(),
      image_path: v.nullable(v.string()),
      base_price: yen,
      product_stock_status: productStockStatus,
    }),
  ),
  status: 200,
  errors: ['spot qrCode has expired'],
})

/** Set products that may be bought with the product of the code today (R-7.47, D-37). */
export const searchSpotSetProducts = call({
  ...searchSetProducts,
  path: '/api/v1/spot/setproducts/search',
  summary: 'Set products of times of today',
  query: v.strictObject({
    qr_token: qrToken,
    lang: askedLanguage,
    main_product_time_span_ids: timeSpanIds,
    from: isoDate,
    to: isoDate,
  }),
  errors: ['spot qrCode has expired'],
  revalidated: false,
})

/** As `createOrder`, today only and of the product of the code; it can be paid at once and holds for a quarter of an hour (R-7.44, S-12.04, D-35). */
export const createSpotOrder = call({
  method: 'POST',
  path: '/api/v1/spot/orders',
  summary: 'Hold tickets at the door',
  query: v.strictObject({ qr_token: qrToken }),
  body: v.strictObject({
    ...orderRequest.entries,
    qr_token: v.optional(v.pipe(v.string(), v.maxLength(300))),
  }),
  response: v.object({ order_token: v.string(), expires_at: jstDateTime, price: yen }),
  status: 201,
  repeatable: true,
  errors: [...createOrder.errors, 'spot qrCode has expired'],
})

/** As `readOrder`, of an order of the door (E-25). */
export const readSpotOrder = call({
  ...readOrder,
  path: '/api/v1/spot/orders/{token}',
  summary: 'Read an order of the door',
})

/** As `deleteOrder`, of an order of the door (E-26). */
export const deleteSpotOrder = call({
  ...deleteOrder,
  path: '/api/v1/spot/orders/{token}',
  summary: 'Give up an order of the door',
})

/** As `addOrderCoupon`, of an order of the door (R-7.46, S-3.14). */
export const addSpotCoupon = call({
  ...addOrderCoupon,
  path: '/api/v1/spot/ordercoupons/{token}',
  summary: 'Add a coupon at the door',
})

/** As `deleteOrderCoupon`, of an order of the door (E-28). */
export const deleteSpotCoupon = call({
  ...deleteOrderCoupon,
  path: '/api/v1/spot/ordercoupons/{token}/{coupon}',
  summary: 'Remove a coupon at the door',
})

/** As `checkout`, of an order of the door, whose buyer has said nothing yet (E-29). */
export const checkoutSpotOrder = call({
  ...checkout,
  path: '/api/v1/spot/orders/checkout/{token}',
  summary: 'Pay at the door',
})

/** Order tokens, separated by commas. */
const MOST_TOKENS = 50

const spotOrderRow = v.object({
  order_token: v.string(),
  status: v.picklist(['open', 'paying', 'completed', 'ended']),
  product_name: v.string(),
  reservation_from: jstDateTime,
  quantity: v.pipe(v.number(), v.safeInteger()),
  /** Of a completed one. */
  reservation_token: v.optional(v.string()),
})

/** The orders that a browser has kept the tokens of, the newest first; unknown ones are left out (E-27, S-12.06). */
export const listSpotOrders = call({
  method: 'GET',
  path: '/api/v1/spot/orders',
  summary: 'Orders of the door by their tokens',
  query: v.strictObject({
    lang: askedLanguage,
    tokens: v.pipe(
      v.string(),
      v.maxLength(MOST_TOKENS * 41),
      v.transform(text => (text === '' ? [] : text.split(','))),
      v.maxLength(MOST_TOKENS),
    ),
  }),
  response: v.array(spotOrderRow),
  status: 200,
  errors: [],
})

/** The fields that are asked after the payment, and what was answered (E-30, S-12.05). */
export const readSpotOrderFields = call({
  method: 'GET',
  path: '/api/v1/spot/orderfields/{reservation_token}',
  summary: 'The questions after a payment at the door',
  query: v.strictObject({ lang: askedLanguage }),
  response: v.object({
    field_templates: v.array(
      v.object({ field_name: v.string(), is_display: v.boolean(), is_require: v.boolean() }),
    ),
    contents: v.array(v.object({ key: v.string(), value: v.string() })),
    /** Whether the tickets were mailed at least once. */
    mail_sent: v.boolean(),
    product_name: v.string(),
    /** The language of the order and its mails. */
    lang: v.string(),
  }),
  status: 200,
  errors: ['record not found', 'reservation url changed'],
})

/**
 * Stores answers: before the payment by the order token, afterwards by the reservation token, until the tickets were mailed three times
 * (R-7.45, D-36, S-12.07). Each replaces the one before; those that are not given stay. Afterwards a new address has the tickets mailed
 * to it at once, and `mail_sent` says so (S-12.05).
 */
export const answerSpotFields = call({
  method: 'PUT',
  path: '/api/v1/spot/orders/{token}',
  summary: 'Answer the questions of the door',
  body: v.strictObject({ contents }),
  response: v.object({
    contents: v.array(v.object({ key: v.string(), value: v.string() })),
    mail_sent: v.boolean(),
  }),
  status: 200,
  errors: [
    'session_timeout',
    'record not found',
    'reservation url changed',
    'invalid email address',
    'invalid order status',
    'too many mails',
  ],
})

/** Mails the tickets to the address that was answered, or to `email`, which is stored then; three times at most (E-31). */
export const mailSpotTickets = call({
  method: 'POST',
  path: '/api/v1/spot/ordermails/{reservation_token}',
  summary: 'Mail the tickets of the door',
  body: v.strictObject({ email: v.optional(v.pipe(storableText, v.maxLength(320))) }),
  response: v.object({ mail_sent: v.boolean() }),
  status: 200,
  errors: ['record not found', 'reservation url changed', 'invalid email address', 'too many mails'],
})
