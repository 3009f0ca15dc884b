import { describe, expect, test } from 'vitest'

import {
  COMMON_ERRORS,
  ERRORS,
  isErrorCode,
  REPEAT_ERRORS,
  statusOf,
  textKeysOf,
  UNMAPPED_ERRORS,
} from './errors.ts'
import type { ErrorCode } from './errors.ts'

/** The mapped messages, one row of the requirements each, spelled as on the wire. */
const MAPPED: readonly (readonly [row: string, code: string])[] = [
  ['R-8.32', 'session_timeout'],
  ['R-8.33', 'out of stock'],
  ['R-8.34', 'no stock registered for this product'],
  ['R-8.35', 'time_change_out_of_stock'],
  ['R-8.36', 'ticket not on sale now'],
  ['R-8.37', 'payment_api_failure'],
  ['R-8.38', 'cannot change ticket'],
  ['R-8.39', 'coupon not available'],
  ['R-8.40', 'out of coverage dates'],
  ['R-8.41', 'coupon_code does not exist'],
  ['R-8.42', 'expired coupon'],
  ['R-8.43', 'coupon limit reached'],
  ['R-8.44', 'out of coverage dates of the coupon'],
  ['R-8.45', 'invalid channel'],
  ['R-8.46', 'multiple flat-rate coupons'],
  ['R-8.47', 'multiple fixed-rate coupons'],
  ['R-8.48', 'flat-rate and fixed-rate coupons'],
  ['R-8.49', 'invitation and flat-rate coupons'],
  ['R-8.50', 'invitation and fixed-rate coupons'],
  ['R-8.51', 'campaign coupon and other coupons'],
  ['R-8.52', 'duplicated invitation code'],
  ['R-8.53', 'invitation coupon codes exceeding tickets bought'],
  ['R-8.54', 'no further discounts available'],
  ['R-8.55', 'discount amount could not be calculated correctly'],
  ['R-8.56', 'coupon cannot be applied to specified order'],
  ['R-8.57', 'ticket not found'],
  ['R-8.58', 'specified parent ticket does not have more than one child ticket'],
  ['R-8.59', 'specified option value of the ticket is less than 1'],
  ['R-8.60', 'mail magazine already unsubscribed'],
  ['R-8.61', 'record not found'],
  ['R-8.62', 'order status must be ready_checkout'],
  ['R-8.63', 'spot qrCode has expired'],
  ['R-8.64', 'time_change: expired coupon'],
  ['R-8.65', 'time_change: out of coverage dates'],
  ['R-8.66', 'time change status is not pending'],
  ['R-8.67', 'time change expired'],
  ['R-8.68', 'waiting time change exists'],
  ['R-8.69', 'critical refund error'],
  ['R-8.70', 'invalid email address'],
  ['R-8.71', 'invalid email address in time change'],
  ['R-8.72', 'cannot change ticket because payment method discount'],
  ['R-8.73', 'option_value_id not found'],
  ['R-8.74', 'membership login failed'],
  ['R-8.75', 'membership retrieval failure'],
]
const NOT_FOUND: readonly string[] = ['record not found', 'ticket not found']

describe('the error catalogue', () => {
  test.each(MAPPED)('%s: "%s" is an error with its status and two texts (D-19, R-8.76)', (_, code) => {
    if (!isErrorCode(code)) throw new Error(`not in the catalogue: ${code}`)
    expect(statusOf(code)).toBe(NOT_FOUND.includes(code) ? 404 : 400)
    expect(textKeysOf(code).title).toMatch(/^error_[a-z0-9_]+_title$/)
    expect(textKeysOf(code).message).toBe(textKeysOf(code).title.replace(/_title$/, '_message'))
    expect(UNMAPPED_ERRORS).not.toContain(code)
  })

  test('R-8.77: "invalid order status" and "invalid payment status" exist and are not mapped', () => {
    for (const code of ['invalid order status', 'invalid payment status'] as const) {
      expect(statusOf(code)).toBe(400)
      expect(UNMAPPED_ERRORS).toContain(code)
    }
  })

  test('D-19: the only other codes are the refusals of a request itself, of a price that differs from the expected one, of one mail too many, of an address from before a move, of tickets in other hands, of a companion without its holder, of the gate, of the displays, of codes of mails, of an order that is being paid, and of requests that are repeated', () => {
    const known = [
      ...MAPPED.map(([, code]) => code),
      ...COMMON_ERRORS,
      ...UNMAPPED_ERRORS,
      'price changed',
      'too many mails',
      'reservation url changed',
      'share accepted already',
      'shared ticket was used',
      'companion without its holder',
      'device not enrolled',
      'scan can no longer be undone',
      'signage key not accepted',
      'wrong mail code',
      'mail code used up',
      'order is being paid',
      ...REPEAT_ERRORS,
    ]
    expect(Object.keys(ERRORS).toSorted()).toEqual([...new Set(known)].toSorted())
  })

  test('R-8.76: no two refusals share a dialog, except those that say the same about a request', () => {
    const codes = Object.keys(ERRORS) as ErrorCode[]
    const shared = codes.filter(code =>
      codes.some(other => other !== code && ERRORS[other].slug === ERRORS[code].slug),
    )
    expect(shared.toSorted()).toEqual(
      [
        'invalid_request',
        'unsupported_media_type',
        'payload_too_large',
        'method_not_allowed',
        'not_found',
        'record not found',
        'idempotency key reused',
        'request in progress',
        'busy',
      ].toSorted(),
    )
  })

  test('D-19: a word that is not a code is refused, even the name of a property that every object has', () => {
    for (const word of ['foo', '', 'toString', '__proto__', 42, null, undefined])
      expect(isErrorCode(word)).toBe(false)
  })
})
