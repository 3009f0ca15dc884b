import * as v from 'valibot'

import { call } from './call.ts'
import { paymentMethod } from './payment-method.ts'
import { nothing, storableText, yen } from './shapes.ts'

/** Why a coupon is refused, in the order of the checks (S-3.09); the same reasons stop a checkout (S-3.12). */
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

/** Adds a coupon to an order that is not being paid (R-7.22, D-17). */
export const addOrderCoupon = call({
  method: 'POST',
  path: '/api/v1/ordercoupons/{token}',
  summary: 'Add a coupon to an order',
  body: v.strictObject({ coupon: v.pipe(storableText, v.minLength(1), v.maxLength(100)) }),
  response: v.object({
    coupon_name: v.string(),
    /** Its discount on this order, in yen. */
    coupon_discount: yen,
  }),
  status: 201,
  errors: ['session_timeout', 'record not found', 'invalid order status', ...COUPON_ERRORS],
})

/** Removes a coupon; the discounts of the others are computed again (R-7.23, S-3.13). */
export const deleteOrderCoupon = call({
  method: 'DELETE',
  path: '/api/v1/ordercoupons/{token}/{coupon}',
  summary: 'Remove a coupon from an order',
  response: nothing,
  status: 204,
  errors: ['session_timeout', 'record not found', 'invalid order status', 'coupon_code does not exist'],
})

/** The price of an order by a payment method; changes nothing (R-7.24, S-4.02). */
export const simulateMethodDiscount = call({
  method: 'POST',
  path: '/api/v1/orders/paymentmethoddiscount/{token}/simulation',
  summary: 'Price of an order by a payment method',
  body: v.strictObject({ payment_method_type: paymentMethod }),
  response: v.object({
    /** Payable with the method discount, in yen. */
    price: yen,
    discount_amount: yen,
  }),
  status: 200,
  errors: ['session_timeout', 'record not found', 'invalid order status', 'invalid payment status'],
})
