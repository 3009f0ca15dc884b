import { SHARE_FAULTS } from '@kippu/domain/sharing'
import { SALES_CHANNELS, TICKET_STATUSES, TICKET_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { call } from './call.ts'
import { boughtProduct } from './orders.ts'
import { saleType } from './products.ts'
import { askedLanguage, jstDateTime, language, rowId, storableText, yen } from './shapes.ts'

const query = v.strictObject({ lang: askedLanguage })

/** Whether the visit may be moved now, and until when; else why not. A site or product without changes gives no date. */
const changePermission = v.object({
  allowed: v.boolean(),
  until: v.nullable(jstDateTime),
  reason: v.nullable(
    v.picklist([
      'not_offered',
      'past_deadline',
      'used',
      'handed_on',
      'limit_reached',
      'method_discount',
      'coupon_expired',
      'cancelled',
      'being_paid',
    ]),
  ),
  /** There where the house has cancelled the visit: it does not take place on this day, and may be moved until then, or waits for what the house decides. */
  called_off: v.optional(v.literal(true)),
})
export type ChangePermission = v.InferOutput<typeof changePermission>

/** Whether tickets may be handed on now, else why not (S-10.01–08). */
const sharePermission = v.object({
  allowed: v.boolean(),
  reason: v.nullable(v.picklist(SHARE_FAULTS)),
  /** Whether the store mails what is handed on: only visits that were paid for may send mails (S-10.06). */
  by_mail: v.boolean(),
})

const reservation = v.object({
  /** Null on a shared part: with it, and an address, the buyer's tickets are found. */
  reservation_number: v.nullable(v.string()),
  reservation_token: v.string(),
  status: v.picklist(['active', 'cancelled']),
  sales_channel: v.picklist(SALES_CHANNELS),
  booking_type: saleType,
  main_product: boughtProduct,
  set_products: v.array(
    v.object({ product_name: v.string(), add_cost: yen, quantity: v.pipe(v.number(), v.safeInteger()) }),
  ),
  /** What is paid and was not given back; null on a shared part. */
  price: v.nullable(yen),
  tickets_count: v.pipe(v.number(), v.safeInteger()),
  /** Not null on the part of a visit that somebody was given: the first letter of the giver's name (S-8.09). */
  shared: v.nullable(v.object({ giver_name: v.string() })),
  /** How often the visit was moved: an entry in a calendar is replaced by that of a higher number. */
  changes: v.pipe(v.number(), v.safeInteger()),
  permissions: v.object({
    change: changePermission,
    share: sharePermission,
    /** Whether there is a receipt, or one can be asked for: not where nothing was paid (S-14.07). */
    receipt: v.object({ allowed: v.boolean() }),
  }),
})
export type Reservation = v.InferOutput<typeof reservation>

/** A bought visit, or the part of it that somebody was given; anyone with the token may read it (E-01, S-8.03). */
export const readReservation = call({
  method: 'GET',
  path: '/api/v1/reservations/{reservation_token}',
  summary: 'Read a reservation',
  query,
  response: reservation,
  status: 200,
  errors: ['record not found', 'reservation url changed'],
  // Every page that reads it says itself that there is nothing, or goes to the page of an older link.
  ignoredStatuses: [404, 410],
})

export const ticket = v.object({
  /** Number of the ticket inside the reservation. */
  id: rowId,
  /** The number of the first ticket of the same purchase line (S-8.05). */
  parent_id: rowId,
  type: v.picklist(TICKET_TYPES),
  status: v.picklist(TICKET_STATUSES),
  option_name: v.string(),
  /** Null on a ticket for a set product. */
  option_value_id: v.nullable(rowId),
  product_name: v.string(),
  reservation_from: jstDateTime,
  reservation_to: jstDateTime,
  /** The content of the QR code: random, no personal data (S-8.06). Empty where the reader does not have the ticket. */
  code: v.string(),
  /**
   * The same with a signature that a gate checks without the network: the QR code shows this one where there is one. Empty where `code` is,
   * on a ticket of an older program, and where the site has codes that change ({@link readTicketCodes}).
   */
  signed_code: v.string(),
  /** The page shows codes that change every half minute. */
  rotates: v.boolean(),
  /** Eight letters that can be read out to the staff: they change with the code, and are empty where it is. */
  short_code: v.string(),
  used_at: v.nullable(jstDateTime),
  /** Somebody else has it (S-10.03); then its status is `invalid` for its buyer. */
  shared: v.boolean(),
  /** Its money went back; then its status is `invalid`. Missing in a copy that was kept on a device before there was this. */
  refunded: v.optional(v.boolean(), false),
})
export type Ticket = v.InferOutput<typeof ticket>

/** The tickets of a reservation: one gate ticket for each person (E-02, S-8.04). */
export const readTickets = call({
  method: 'GET',
  path: '/api/v1/reservations/{reservation_token}/tickets',
  summary: 'Read the tickets of a reservation',
  query,
  response: v.array(ticket),
  status: 200,
  errors: ['record not found', 'reservation url changed'],
  // Every page that reads it says itself that there is nothing, or goes to the page of an older link.
  ignoredStatuses: [404, 410],
})

/**
 * The newest token of a reservation, by the address that its mails go to and its number (R-7.35, S-8.01). Case, width and
 * spaces do not matter. One answer for everything that does not match.
 */
export const findReservation = call({
  method: 'GET',
  path: '/api/v1/reservations',
  summary: 'Find a reservation',
  query: v.strictObject({
    email: v.pipe(storableText, v.maxLength(320)),
    reservation_number: v.pipe(storableText, v.maxLength(40)),
  }),
  response: v.object({ reservation_token: v.string() }),
  status: 200,
  errors: ['record not found'],
  // The form itself says when the next try makes sense.
  ignoredStatuses: [429],
})

const mailSent = v.object({ mail_sent: v.literal(true) })

/** Mails the tickets to the address on file once more (E-17), three times an hour at most. */
export const mailReservation = call({
  method: 'POST',
  path: '/api/v1/reservationmails/{reservation_token}',
  summary: 'Mail the tickets again',
  body: v.strictObject({ lang: language }),
  response: mailSent,
  status: 200,
  errors: ['record not found', 'reservation url changed', 'too many mails'],
  // The button itself says when the next mail may be asked for.
  ignoredStatuses: [410, 429],
})

/**
 * Replaces an address that the mail server refused, and mails the tickets there at once (E-16, S-11.18): `invalid_request` while none
 * is refused, and `invalid email address in time change` where the new one is refused as well. Counted with {@link mailReservation}.
 */
export const correctAddress = call({
  method: 'PUT',
  path: '/api/v1/reservations/{reservation_token}/email',
  summary: 'Correct the mail address of a reservation',
  body: v.strictObject({
    email: v.pipe(storableText, v.maxLength(320)),
    timechange_token: v.optional(v.pipe(storableText, v.maxLength(100))),
  }),
  response: mailSent,
  status: 200,
  errors: [
    'record not found',
    'reservation url changed',
    'invalid email address in time change',
    'too many mails',
  ],
  // The form itself says what is wrong with the address, and when the next try makes sense.
  ignoredStatuses: [400, 410, 429],
})
