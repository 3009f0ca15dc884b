import * as v from 'valibot'

import { REPEAT_ERRORS } from './errors.ts'
import { call, PAYMENT_TIMEOUT_SECONDS } from './call.ts'
import { paymentData } from './payment-data.ts'
import { paymentResult } from './payments.ts'
import { productStockStatus, slot } from './products.ts'
import {
  couponName,
  day,
  dayRange,
  expiry,
  productName,
  productUuid,
  reservationNumber,
  saleType,
  shownName,
  timeSpanId,
  visitFrom,
  visitTo,
} from './fields.ts'
import {
  askedLanguage,
  isDayRange,
  jstDateTime,
  language,
  nothing,
  rowId,
  yen,
  yenDifference,
} from './shapes.ts'

/**
 * The calls that move a reservation to another day or time. A change is an order of its own, with a token of its own
 * kind: it holds the new places while the reservation keeps the old ones.
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

const changeSpan = v.pipe(
  v.object(slot),
  v.description(
    'A time that the reservation may move to. What its kinds of tickets cost is in the difference of the day.',
  ),
  v.title('ChangeSpan'),
)
export type ChangeSpan = v.InferOutput<typeof changeSpan>

const changeDay = v.pipe(
  v.object({
    date: day,
    product_stock_status: productStockStatus,
    time_spans: v.pipe(v.array(changeSpan), v.description('The times, in order.')),
    difference: v.pipe(
      yenDifference,
      v.description('The new price less what is paid, for the whole party with its extras and set products.'),
    ),
    refusal: v.pipe(
      v.nullable(v.picklist(['time_change: out of coverage dates'])),
      v.description(
        'Why nobody moves to this day though there may be places: a coupon does not cover it. Null where they do.',
      ),
    ),
  }),
  v.description('A day that the reservation may move to.'),
  v.title('ChangeDay'),
)
export type ChangeDay = v.InferOutput<typeof changeDay>

const changeChoice = v.pipe(
  v.object({
    current: v.pipe(
      v.object({
        date: day,
        time_span_id: timeSpanId,
        reservation_from: visitFrom,
        reservation_to: visitTo,
        set_products: v.pipe(
          v.array(v.object({ uuid: productUuid, time_span_id: timeSpanId })),
          v.description('Products that are bought with the visit.'),
        ),
      }),
      v.description('When the party comes as it is now.'),
    ),
    product_uuid: productUuid,
    product_name: productName,
    booking_type: saleType,
    paid: v.pipe(yen, v.description('What is paid and was not given back.')),
    refund: v.pipe(v.boolean(), v.description('Whether a lower price is given back to the way it was paid.')),
    change_until: v.pipe(jstDateTime, v.description('The change must be made before.')),
    required_tickets: v.pipe(
      count,
      v.description('Tickets for the visit: a new time must have room for all of them.'),
    ),
    required_set_products: v.pipe(
      v.array(
        v.object({ uuid: productUuid, name: shownName, num: v.pipe(count, v.description('Units of it.')) }),
      ),
      v.description('Set products that go along.'),
    ),
    needs_set_product_stock: v.pipe(
      v.boolean(),
      v.description('Whether set products need stock on the new day.'),
    ),
    days: v.pipe(v.array(changeDay), v.description('The days, in order.')),
    set_products: v.pipe(
      v.array(
        v.object({
          uuid: productUuid,
          time_spans: v.pipe(v.array(changeSpan), v.description('The times, in order.')),
        }),
      ),
      v.description('Set products that go along, with their times in the range.'),
    ),
  }),
  v.title('ChangeChoice'),
)

/**
 * The browser shows a page of its own for a reservation that may not be moved, with the reason: a dialog would say the same before it.
 */
export const searchChangeDays = call({
  method: 'GET',
  path: '/api/v1/timechanges/products/search',
  summary: 'Days that a reservation may move to',
  description:
    'Days and times that a reservation may move to, and what each costs more or less; at most 100 days.',
  query: v.pipe(
    v.strictObject({
      reservation_token: v.pipe(
        v.string(),
        v.maxLength(100),
        v.description('The right to a reservation. Keep it secret.'),
      ),
      ...dayRange,
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
  old_price: v.pipe(yen, v.description('What is paid and was not given back.')),
  new_price: v.pipe(yen, v.description('What it costs at the new time.')),
  difference: v.pipe(yenDifference, v.description('The new price less what is paid.')),
  payment_required: v.pipe(
    v.boolean(),
    v.description('Whether the visitor pays something before the visit is moved.'),
  ),
  refund: v.pipe(
    yen,
    v.description('What goes back to the way it was paid; 0 also where the site gives nothing back.'),
  ),
}

export const createTimeChange = call({
  method: 'POST',
  path: '/api/v1/timechanges',
  summary: 'Hold places at another time',
  description:
    'Holds the new places while the reservation keeps the old ones. Set products go along: each to the time that is named for it, else to the one nearest to its old time, moved as the visit is. A set product that the reservation has not, or not as often, is refused. A change of the reservation that was not paid yet is replaced.',
  body: v.strictObject({
    reservation_token: v.pipe(
      v.string(),
      v.maxLength(100),
      v.description('The right to the reservation: whoever has it has the tickets. Keep it secret.'),
    ),
    time_span_id: v.pipe(rowId, v.description('The new time of the visit.')),
    set_products: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            uuid: productUuid,
            time_span_id: v.pipe(rowId, v.description('The new time of the visit.')),
            quantity: v.optional(v.pipe(rowId, v.description('Units of it.'))),
          }),
        ),
        v.maxLength(20),
        v.description('New times of set products; one that is not named moves as the visit does.'),
      ),
      [],
    ),
    lang: v.pipe(language, v.description('The language of the change and its mails.')),
  }),
  response: v.object({
    timechange_token: v.pipe(v.string(), v.description('The right to the change of time. Keep it secret.')),
    status: v.pipe(v.literal('pending'), v.description('Always `pending`.')),
    expires_at: expiry,
    ...changePrices,
  }),
  status: 201,
  repeatable: true,
  errors: [
    ...REPEAT_ERRORS,
    ...CANNOT_CHANGE,
    'companion without its holder',
    'time_change_out_of_stock',
    'time_change: out of coverage dates',
  ],
})

const changeStatus = v.pipe(
  v.picklist(['pending', 'waiting', 'complete', 'cancelled']),
  v.title('ChangeStatus'),
)

const visitTime = v.pipe(
  v.object({
    reservation_from: visitFrom,
    reservation_to: visitTo,
    price: v.pipe(yen, v.description('What it costs.')),
  }),
  v.title('VisitTime'),
)

const changeLine = v.pipe(
  v.object({
    kind: v.pipe(v.picklist(['ticket', 'extra', 'set']), v.description('What kind it is.')),
    name: shownName,
    quantity: v.pipe(count, v.description('How many.')),
    old_price: v.pipe(yen, v.description('What the line cost after everything that was taken off.')),
    new_price: v.pipe(yen, v.description('What the line costs at the new time.')),
    old_from: v.pipe(v.nullable(jstDateTime), v.description('Of a set product: when it was; else null.')),
    new_from: v.pipe(v.nullable(jstDateTime), v.description('Of a set product: when it will be; else null.')),
  }),
  v.description(
    'A line of the reservation before and after; the amounts are what it costs after everything that is taken off.',
  ),
  v.title('ChangeLine'),
)

const timeChange = v.pipe(
  v.object({
    status: v.pipe(
      changeStatus,
      v.description(
        '`pending`: held. `waiting`: being paid. `complete`: moved. `cancelled`: ended without a move.',
      ),
    ),
    reservation_token: v.pipe(
      v.string(),
      v.description(
        'The token that opens the tickets now: after the change it is another one. Keep it secret.',
      ),
    ),
    reservation_number: reservationNumber,
    product_name: productName,
    booking_type: saleType,
    quantity: v.pipe(count, v.description('How many.')),
    old: v.pipe(visitTime, v.description('The visit as it was.')),
    new: v.pipe(visitTime, v.description('The visit as it will be.')),
    lines: v.pipe(v.array(changeLine), v.description('Lines of the reservation before and after.')),
    coupons: v.pipe(
      v.array(
        v.object({
          coupon_name: couponName,
          old_discount: v.pipe(yen, v.description('What it took off.')),
          new_discount: v.pipe(yen, v.description('What it takes off at the new time.')),
        }),
      ),
      v.description(
        'Coupons of the reservation go along; each takes off what it would take off the new price.',
      ),
    ),
    membership: v.pipe(
      v.nullable(
        v.object({
          membership_promotion_name: v.pipe(v.string(), v.description('The name of the promotion.')),
          old_discount: v.pipe(yen, v.description('What it took off.')),
          new_discount: v.pipe(yen, v.description('What it takes off at the new time.')),
        }),
      ),
      v.description('What a membership takes off; null where there is none.'),
    ),
    credit: v.pipe(
      yen,
      v.description('Paid before and not given back when the visit moved to a cheaper day; it counts now.'),
    ),
    ...changePrices,
    refund_state: v.pipe(
      v.nullable(v.picklist(['pending', 'done', 'failed'])),
      v.description(
        'What became of the refund of this change; null before it is complete, and where nothing goes back.',
      ),
    ),
    expires_at: expiry,
    extensions_left: v.pipe(
      count,
      v.description('How often `extendOrder` may still hold the new places longer.'),
    ),
  }),
  v.title('TimeChange'),
)
export type TimeChange = v.InferOutput<typeof timeChange>

export const readTimeChange = call({
  method: 'GET',
  path: '/api/v1/timechanges/{timechange_token}',
  summary: 'Read a change of time',
  description:
    'Reads a change of time: what it costs, and how far it is. With a reservation token it must be a change of that reservation. Refused like a former token once another change has moved the reservation on.',
  query: v.strictObject({
    lang: askedLanguage,
    reservation_token: v.optional(
      v.pipe(v.string(), v.maxLength(100), v.description('The right to a reservation. Keep it secret.')),
    ),
  }),
  response: timeChange,
  status: 200,
  errors: ['time change expired', 'record not found', 'reservation url changed'],
  ignoredStatuses: [410],
})

/** The browser ignores 400: the change had ended already, or is being paid. */
export const deleteTimeChange = call({
  method: 'DELETE',
  path: '/api/v1/timechanges/{timechange_token}',
  summary: 'Give up a change of time',
  description: 'Gives the new places back. A change that is being paid is not given up.',
  response: nothing,
  status: 204,
  errors: ['time change status is not pending', 'time change expired', 'record not found'],
  ignoredStatuses: [400],
})

export const checkoutTimeChange = call({
  method: 'POST',
  path: '/api/v1/timechanges/checkout/{timechange_token}',
  summary: 'Agree to a change of time and pay for it',
  description:
    'Agrees to a change and pays what it costs more; by `free` where it costs nothing more. What goes back is asked of the provider before the answer: where it refuses, the visit is moved all the same, and the answer is `critical refund error`. A change that is being paid gets the answer of that payment. May take four minutes.',
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
