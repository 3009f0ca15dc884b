import * as v from 'valibot'

import { REPEAT_ERRORS } from './errors.ts'
import { call, PAYMENT_TIMEOUT_SECONDS } from './call.ts'
import { paymentData } from './payment-data.ts'
import { paymentResult } from './payments.ts'
import { dayStock, saleType, timeSpan } from './products.ts'
import {
  askedLanguage,
  isDayRange,
  isoDate,
  jstDateTime,
  language,
  nothing,
  rowId,
  uuid,
  yen,
  yenDifference,
} from './shapes.ts'

/**
 * The calls that move a reservation to another day or time (S-11, E-11–15). A change is an order of its own, with a
 * token of its own kind: it holds the new places while the reservation keeps the old ones.
 */

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Why a reservation may not be moved at all. */
const CANNOT_CHANGE = [
  'record not found',
  'reservation url changed',
  'cannot change ticket',
  'cannot change ticket because payment method discount',
  'waiting time change exists',
  'time_change: expired coupon',
] as const

/** A time that the reservation may move to. What its kinds of tickets cost is in the difference of the day. */
const changeSpan = v.omit(timeSpan, ['options'])
export type ChangeSpan = v.InferOutput<typeof changeSpan>

/** A day that the reservation may move to. */
const changeDay = v.object({
  ...v.omit(dayStock, ['base_price', 'time_spans']).entries,
  time_spans: v.array(changeSpan),
  /** New price less what is paid, in yen, for the whole party with its extras and set products. */
  difference: yenDifference,
  /** Why nobody moves to this day, though there may be places: a coupon of the reservation does not cover it. */
  refusal: v.nullable(v.picklist(['time_change: out of coverage dates'])),
})
export type ChangeDay = v.InferOutput<typeof changeDay>

const changeChoice = v.object({
  /** When the party comes as it is now. */
  current: v.object({
    date: isoDate,
    time_span_id: rowId,
    reservation_from: jstDateTime,
    reservation_to: jstDateTime,
    set_products: v.array(v.object({ uuid, time_span_id: rowId })),
  }),
  product_uuid: uuid,
  product_name: v.string(),
  booking_type: saleType,
  /** What is paid and was not given back. */
  paid: yen,
  /** A lower price is given back to the way it was paid (D-41). */
  refund: v.boolean(),
  /** The change must be made before. */
  change_until: jstDateTime,
  /** Tickets for the visit: a time must have room for all of them. */
  required_tickets: count,
  required_set_products: v.array(v.object({ uuid, name: v.string(), num: count })),
  /** The site's `Time_Change_Set_Product_Stock`: whether set products need stock on the new day (D-05). */
  needs_set_product_stock: v.boolean(),
  days: v.array(changeDay),
  /** Those that go along, with their times in the range. */
  set_products: v.array(v.object({ uuid, time_spans: v.array(changeSpan) })),
})

/**
 * Days and times that a reservation may move to, with what each costs more or less (E-11). At most 100 days. The browser shows a page of
 * its own for a reservation that may not be moved, with the reason: a dialog would say the same before it.
 */
export const searchChangeDays = call({
  method: 'GET',
  path: '/api/v1/timechanges/products/search',
  summary: 'Days that a reservation may move to',
  query: v.pipe(
    v.strictObject({
      reservation_token: v.pipe(v.string(), v.maxLength(100)),
      from: isoDate,
      to: isoDate,
      lang: askedLanguage,
    }),
    v.check(range => isDayRange(range), 'range'),
  ),
  response: changeChoice,
  status: 200,
  errors: CANNOT_CHANGE,
  ignoredStatuses: [400, 410],
})

/** The money of a change, in yen. */
const changePrices = {
  /** What is paid and was not given back. */
  old_price: yen,
  new_price: yen,
  /** `new_price - old_price`. */
  difference: yenDifference,
  /** The visitor pays something before the visit is moved. */
  payment_required: v.boolean(),
  /** What goes back to the way it was paid; 0 also where the site gives nothing back. */
  refund: yen,
}

/**
 * Holds the new places (E-12, S-11.01). Set products go along: each to the time that is named for it, else to the one
 * nearest to its old time, moved as the visit is. One that the reservation has not, or not as often, is refused. A change of the reservation that was not paid yet is replaced (S-11.03).
 */
export const createTimeChange = call({
  method: 'POST',
  path: '/api/v1/timechanges',
  summary: 'Hold places at another time',
  body: v.strictObject({
    reservation_token: v.pipe(v.string(), v.maxLength(100)),
    time_span_id: rowId,
    set_products: v.optional(
      v.pipe(
        v.array(v.strictObject({ uuid, time_span_id: rowId, quantity: v.optional(rowId) })),
        v.maxLength(20),
      ),
      [],
    ),
    lang: language,
  }),
  response: v.object({
    timechange_token: v.string(),
    status: v.literal('pending'),
    expires_at: jstDateTime,
    ...changePrices,
  }),
  status: 201,
  repeatable: true,
  errors: [
    ...REPEAT_ERRORS,
    ...CANNOT_CHANGE,
    'time_change_out_of_stock',
    'time_change: out of coverage dates',
  ],
})

/** A change before it is paid, while it is paid, and when it has ended (S-11.01–06). */
const changeStatus = v.picklist(['pending', 'waiting', 'complete', 'cancelled'])

const visitTime = v.object({
  reservation_from: jstDateTime,
  reservation_to: jstDateTime,
  price: yen,
})

/** A line of the reservation before and after; the amounts are what it costs after everything that is taken off. */
const changeLine = v.object({
  kind: v.picklist(['ticket', 'extra', 'set']),
  name: v.string(),
  quantity: count,
  old_price: yen,
  new_price: yen,
  /** Of a set product: when it was, and when it will be. */
  old_from: v.nullable(jstDateTime),
  new_from: v.nullable(jstDateTime),
})

const timeChange = v.object({
  status: changeStatus,
  /** The token that opens the tickets now: after the change it is another one. */
  reservation_token: v.string(),
  reservation_number: v.string(),
  product_name: v.string(),
  booking_type: saleType,
  quantity: count,
  old: visitTime,
  new: visitTime,
  lines: v.array(changeLine),
  /** Coupons of the reservation go along; each takes off what it would take off the new price. */
  coupons: v.array(v.object({ coupon_name: v.string(), old_discount: yen, new_discount: yen })),
  membership: v.nullable(
    v.object({ membership_promotion_name: v.string(), old_discount: yen, new_discount: yen }),
  ),
  /** Paid before and not given back when the visit moved to a cheaper day; it counts now. */
  credit: yen,
  ...changePrices,
  /** What became of a refund of this change; null before it is complete, and where nothing goes back. */
  refund_state: v.nullable(v.picklist(['pending', 'done', 'failed'])),
  expires_at: jstDateTime,
  /** How often `PUT orders/{token}/hold` may still hold the new places longer (WCAG 2.2.1). */
  extensions_left: count,
})
export type TimeChange = v.InferOutput<typeof timeChange>

/**
 * Reads a change (E-13). With a reservation token it must be a change of that reservation. Refused like a former token once another
 * change has moved the reservation on (D-41).
 */
export const readTimeChange = call({
  method: 'GET',
  path: '/api/v1/timechanges/{timechange_token}',
  summary: 'Read a change of time',
  query: v.strictObject({
    lang: askedLanguage,
    reservation_token: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  response: timeChange,
  status: 200,
  errors: ['time change expired', 'record not found', 'reservation url changed'],
  ignoredStatuses: [410],
})

/** Gives the new places back (E-14, S-11.06). The browser ignores 400: the change had ended already, or is being paid. */
export const deleteTimeChange = call({
  method: 'DELETE',
  path: '/api/v1/timechanges/{timechange_token}',
  summary: 'Give up a change of time',
  response: nothing,
  status: 204,
  errors: ['time change status is not pending', 'time change expired', 'record not found'],
  ignoredStatuses: [400],
})

/**
 * Agrees to a change, and pays what it costs more (E-15); by `free` where it costs nothing more. What goes back is asked
 * of the provider before the answer: where it refuses, the visit is moved all the same, and the answer is `critical
 * refund error` (S-11.12). A change that is being paid gets the answer of that payment.
 */
export const checkoutTimeChange = call({
  method: 'POST',
  path: '/api/v1/timechanges/checkout/{timechange_token}',
  summary: 'Agree to a change of time and pay for it',
  body: paymentData,
  response: paymentResult,
  status: 200,
  repeatable: true,
  errors: [
    ...REPEAT_ERRORS,
    'time change status is not pending',
    'time change expired',
    'record not found',
    'cannot change ticket',
    'payment_api_failure',
    'invalid payment status',
    'price changed',
    'invalid email address in time change',
    'critical refund error',
  ],
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
  givesBack: true,
})
