import * as v from 'valibot'

import { call } from './call.ts'
import { paymentMethod } from './payment-method.ts'
import { couponName } from './fields.ts'
import { nothing, storableText, yen } from './shapes.ts'

/** Why a coupon is refused, in the order of the checks; the same reasons stop a checkout. */
export const COUPON_ERRORS = [
  'coupon_code does not exist',
  'coupon not available',
  'invalid channel',
  'out of coverage dates of the coupon',
  'expired coupon',
  'out of coverage dates',
  'coupon cannot be applied to specified order',
  'coupon limit reached',
  'duplicated invitation code',
  'multiple flat-rate coupons',
  'multiple fixed-rate coupons',
  'flat-rate and fixed-rate coupons',
  'invitation and flat-rate coupons',
  'invitation and fixed-rate coupons',
  'campaign coupon and other coupons',
  'invitation coupon codes exceeding tickets bought',
  'no further discounts available',
  'discount amount could not be calculated correctly',
] as const

export const addOrderCoupon = call({
  method: 'POST',
  path: '/api/v1/ordercoupons/{token}',
  summary: 'Add a coupon to an order',
  description: 'Adds a coupon to an order that is not being paid, and prices it anew.',
  body: v.strictObject({
    coupon: v.pipe(
      storableText,
      v.minLength(1),
      v.maxLength(100),
      v.description('The code of a coupon, as it was typed.'),
    ),
  }),
  response: v.object({
    coupon_name: couponName,
    coupon_discount: v.pipe(yen, v.description('What the coupon takes off this order.')),
  }),
  status: 201,
  errors: [
    'session_timeout',
    'record not found',
    'order is being paid',
    'invalid order status',
    ...COUPON_ERRORS,
  ],
})

export const deleteOrderCoupon = call({
  method: 'DELETE',
  path: '/api/v1/ordercoupons/{token}/{coupon}',
  summary: 'Remove a coupon from an order',
  description: 'Takes a coupon off; the discounts of the others are computed again.',
  response: nothing,
  status: 204,
  errors: [
    'session_timeout',
    'record not found',
    'order is being paid',
    'invalid order status',
    'coupon_code does not exist',
  ],
})

export const simulateMethodDiscount = call({
  method: 'POST',
  path: '/api/v1/orders/paymentmethoddiscount/{token}/simulation',
  summary: 'Price of an order by a payment method',
  description: 'What an order costs by a way to pay. Changes nothing.',
  body: v.strictObject({ payment_method_type: paymentMethod }),
  response: v.object({
    price: v.pipe(yen, v.description('What is payable in this way.')),
    discount_amount: v.pipe(
      yen,
      v.description(
        'What the way to pay takes off: yen, or percent points where `discount_type` is `percent`.',
      ),
    ),
  }),
  status: 200,
  errors: [
    'session_timeout',
    'record not found',
    'order is being paid',
    'invalid order status',
    'invalid payment status',
  ],
})
