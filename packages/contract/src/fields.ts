import { ENTRY_POLICIES } from '@kippu/domain/check-in/judge-entry'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { isoDate, jstDateTime, rowId, uuid, yen } from './shapes.ts'

/** Fields that several calls share, with what they mean. */

export const basePrice = v.pipe(yen, v.description('The price of a ticket before what its kind adds.'))

export const pricedKind = v.pipe(
  v.nullable(v.string()),
  v.description(
    'The first kind of its tickets, the adult’s, in one word and in the language of the answer; null where it has no kinds.',
  ),
)

export const caution = v.pipe(
  v.nullable(v.string()),
  v.description('What a visitor has to acknowledge before they choose it; null where there is nothing.'),
)

export const couponName = v.pipe(v.string(), v.description('The name of the coupon.'))

export const day = v.pipe(isoDate, v.description('The day.'))

/** Both ends of a range of days are included: see `isDayRange`. */
export const dayRange = {
  from: v.pipe(isoDate, v.description('The first day of the range.')),
  to: v.pipe(isoDate, v.description('The last day of the range; at most 99 days after the first.')),
}

export const expiry = v.pipe(
  jstDateTime,
  v.description('When it ends: a hold, or a code. Nothing is kept for the visitor after that.'),
)

export const imagePath = v.pipe(
  v.nullable(v.string()),
  v.description('The path of a picture at this site; null where there is none.'),
)

export const onlyProduct = v.optional(v.pipe(uuid, v.description('Only this product; without it, all.')))

export const optionValueId = v.pipe(rowId, v.description('The kind of ticket, or the extra.'))

/** Most kinds are sold by themselves, and do not say it. */
export const onlyWith = v.optional(
  v.pipe(
    rowId,
    v.description(
      'The kind of ticket that it is sold with: there are never more of it than of that. Without it, it is sold by itself.',
    ),
  ),
)

export const orderToken = v.pipe(
  v.string(),
  v.description('The right to the order: whoever has it may read and pay the order. Keep it secret.'),
)

export const plainDescription = v.pipe(
  v.string(),
  v.description('What it is, in plain text in the language of the answer.'),
)

export const productName = v.pipe(
  v.string(),
  v.description('The name of the product, in the language of the answer.'),
)

export const productUuid = v.pipe(uuid, v.description('The product.'))

export const reservationNumber = v.pipe(
  v.string(),
  v.description('The number of the reservation, which mails and staff name it by.'),
)

export const reservationToken = v.pipe(
  v.string(),
  v.description('The right to the reservation: whoever has it has the tickets. Keep it secret.'),
)

export const saleType = v.pipe(
  v.picklist(BOOKING_TYPES),
  v.description('How a visit is booked: from day to day, one day, or one time slot.'),
  v.title('BookingType'),
)

/** How often a ticket admits within its time. */
export const admission = {
  sale_type: saleType,
  entry_policy: v.pipe(
    v.picklist(ENTRY_POLICIES),
    v.description('How often a ticket admits within its time.'),
    v.title('EntryPolicy'),
  ),
  reentry_minutes: v.pipe(
    v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    v.description('Minutes after an exit within which a ticket admits again; null where it does not.'),
  ),
}

export const shownName = v.pipe(v.string(), v.description('A name, in the language of the answer.'))

export const timeSpanId = v.pipe(rowId, v.description('The time span.'))

export const visitFrom = v.pipe(jstDateTime, v.description('When the visit begins.'))

export const visitTo = v.pipe(jstDateTime, v.description('When the visit ends.'))
