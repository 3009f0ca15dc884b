import * as v from 'valibot'

import { call } from './call.ts'
import { addOrderCoupon, deleteOrderCoupon } from './order-coupons.ts'
import { contents } from './order-mails.ts'
import { createOrder, deleteOrder, formAnswer, orderRequest, readOrder } from './orders.ts'
import { checkout } from './payments.ts'
import { productOfDay, productStockStatus, timeSpans } from './products.ts'
import { fieldTemplateRow } from './site-content.ts'
import { searchSetProducts, timeSpanIds } from './set-products.ts'
import {
  basePrice,
  day,
  dayRange,
  expiry,
  imagePath,
  orderToken,
  plainDescription,
  pricedKind,
  productName,
  productUuid,
  shownName,
  visitFrom,
} from './fields.ts'
import { askedLanguage, jstDateTime, storableText, yen } from './shapes.ts'

/**
 * The calls of the sale at the door (channel `spot`). A visitor who stands there has read a QR code, whose token goes
 * along as `qr_token` until the order is made; from then on the order token is the right to the order, as everywhere.
 */

const qrToken = v.pipe(
  v.string(),
  v.maxLength(300),
  v.description('The token of the QR code that was read at the door.'),
)
/** Without one the code has expired. */
const neededToken = v.optional(qrToken, '')

export const readSpotStocks = call({
  method: 'GET',
  path: '/api/v1/spot/products/stocks',
  summary: 'Times of today of the product of a QR code',
  description: 'The product of the code with its times of today that are still on sale.',
  query: v.strictObject({ qr_token: neededToken, lang: askedLanguage }),
  response: v.object({
    product: v.pipe(productOfDay, v.description('The product.')),
    date: day,
    time_spans: timeSpans,
    base_price: basePrice,
    product_stock_status: productStockStatus,
    expires_at: v.pipe(jstDateTime, v.description('Until when the code opens a sale.')),
  }),
  status: 200,
  errors: ['spot qrCode has expired'],
})

export const listSpotProducts = call({
  method: 'GET',
  path: '/api/v1/spot/products',
  summary: 'Products that are sold at the door',
  description:
    'The products that are sold at the door, with their state of today. A code is not needed; an old one is refused.',
  query: v.strictObject({
    lang: askedLanguage,
    qr_token: v.optional(qrToken),
  }),
  response: v.array(
    v.object({
      uuid: productUuid,
      name: shownName,
      description: plainDescription,
      image_path: imagePath,
      base_price: basePrice,
      priced_kind: pricedKind,
      price: v.pipe(yen, v.description('The price of a ticket of the kind `priced_kind` today.')),
      product_stock_status: productStockStatus,
    }),
  ),
  status: 200,
  errors: ['spot qrCode has expired'],
})

export const searchSpotSetProducts = call({
  ...searchSetProducts,
  path: '/api/v1/spot/setproducts/search',
  summary: 'Set products of times of today',
  description: 'Set products that may be bought with the product of the code today.',
  query: v.strictObject({
    qr_token: neededToken,
    lang: askedLanguage,
    main_product_time_span_ids: timeSpanIds,
    ...dayRange,
  }),
  errors: ['spot qrCode has expired'],
  revalidated: false,
})

export const createSpotOrder = call({
  method: 'POST',
  path: '/api/v1/spot/orders',
  summary: 'Hold tickets at the door',
  description:
    'As `createOrder`, of today and of the product of the code. It can be paid at once, and holds for a quarter of an hour.',
  query: v.strictObject({ qr_token: neededToken }),
  body: v.strictObject({
    ...orderRequest.entries,
    qr_token: v.optional(qrToken),
  }),
  response: v.object({
    order_token: orderToken,
    expires_at: expiry,
    price: v.pipe(yen, v.description('What the order costs now.')),
  }),
  status: 201,
  repeatable: true,
  errors: [...createOrder.errors, 'spot qrCode has expired'],
})

export const readSpotOrder = call({
  ...readOrder,
  path: '/api/v1/spot/orders/{token}',
  summary: 'Read an order of the door',
  description: 'As `readOrder`, of an order of the door.',
})

export const deleteSpotOrder = call({
  ...deleteOrder,
  path: '/api/v1/spot/orders/{token}',
  summary: 'Give up an order of the door',
  description: 'As `deleteOrder`, of an order of the door.',
})

export const addSpotCoupon = call({
  ...addOrderCoupon,
  path: '/api/v1/spot/ordercoupons/{token}',
  summary: 'Add a coupon at the door',
  description: 'As `addOrderCoupon`, of an order of the door.',
})

export const deleteSpotCoupon = call({
  ...deleteOrderCoupon,
  path: '/api/v1/spot/ordercoupons/{token}/{coupon}',
  summary: 'Remove a coupon at the door',
  description: 'As `deleteOrderCoupon`, of an order of the door.',
})

export const checkoutSpotOrder = call({
  ...checkout,
  path: '/api/v1/spot/orders/checkout/{token}',
  summary: 'Pay at the door',
  description: 'As `checkout`, of an order of the door, whose buyer has answered nothing yet.',
})

/** Order tokens, separated by commas. */
const MOST_TOKENS = 50

const spotOrderRow = v.pipe(
  v.object({
    order_token: orderToken,
    status: v.pipe(v.picklist(['open', 'paying', 'completed', 'ended']), v.description('How the order is.')),
    product_name: productName,
    reservation_from: visitFrom,
    quantity: v.pipe(v.number(), v.safeInteger(), v.description('How many.')),
    reservation_token: v.optional(
      v.pipe(v.string(), v.description('The right to the reservation of a completed order. Keep it secret.')),
    ),
  }),
  v.title('SpotOrder'),
)

export const listSpotOrders = call({
  method: 'GET',
  path: '/api/v1/spot/orders',
  summary: 'Orders of the door by their tokens',
  description: 'Orders of the door by their tokens, the newest first; unknown ones are left out.',
  query: v.strictObject({
    lang: askedLanguage,
    tokens: v.pipe(
      v.string(),
      v.description('Tokens of orders with commas between them; at most 50.'),
      v.maxLength(MOST_TOKENS * 41),
      v.transform(text => (text === '' ? [] : text.split(','))),
      v.maxLength(MOST_TOKENS),
    ),
  }),
  response: v.array(spotOrderRow),
  status: 200,
  errors: [],
})

export const readSpotOrderFields = call({
  method: 'GET',
  path: '/api/v1/spot/orderfields/{reservation_token}',
  summary: 'The questions after a payment at the door',
  description: 'The fields that are asked after the payment, and what was answered.',
  query: v.strictObject({ lang: askedLanguage }),
  response: v.object({
    field_templates: v.pipe(v.array(fieldTemplateRow), v.description('The fields that are asked.')),
    contents: v.pipe(v.array(formAnswer), v.description('Answers of the buyer form. Personal data.')),
    mail_sent: v.pipe(v.boolean(), v.description('Whether the tickets were mailed at least once.')),
    product_name: productName,
    lang: v.pipe(v.string(), v.description('The language of the order and its mails.')),
  }),
  status: 200,
  errors: ['record not found', 'reservation url changed'],
})

export const answerSpotFields = call({
  method: 'PUT',
  path: '/api/v1/spot/orders/{token}',
  summary: 'Answer the questions of the door',
  description:
    'Stores answers: before the payment by the order token, afterwards by the reservation token, until the tickets were mailed three times. Each replaces the one before; those that are not given stay. Afterwards a new address has the tickets mailed to it at once, and `mail_sent` says so.',
  body: v.strictObject({ contents }),
  response: v.object({
    contents: v.pipe(v.array(formAnswer), v.description('Answers of the buyer form. Personal data.')),
    mail_sent: v.pipe(v.boolean(), v.description('Whether a mail was sent.')),
  }),
  status: 200,
  errors: [
    'session_timeout',
    'record not found',
    'reservation url changed',
    'invalid email address',
    'order is being paid',
    'invalid order status',
    'too many mails',
  ],
})

export const mailSpotTickets = call({
  method: 'POST',
  path: '/api/v1/spot/ordermails/{reservation_token}',
  summary: 'Mail the tickets of the door',
  description:
    'Mails the tickets to the address that was answered, or to the one that is sent, which is stored then; three times at most.',
  body: v.strictObject({
    email: v.optional(
      v.pipe(
        storableText,
        v.maxLength(320),
        v.description('Where the tickets are mailed; without it, to the address that was answered.'),
      ),
    ),
  }),
  response: v.object({ mail_sent: v.pipe(v.boolean(), v.description('Whether a mail was sent.')) }),
  status: 200,
  errors: ['record not found', 'reservation url changed', 'invalid email address', 'too many mails'],
})
