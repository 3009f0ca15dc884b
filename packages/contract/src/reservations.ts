import { SHARE_FAULTS } from '@kippu/domain/sharing'
import { SALES_CHANNELS, TICKET_STATUSES, TICKET_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { call } from './call.ts'
import { boughtProduct } from './orders.ts'
import { onlyWith, productName, reservationToken, saleType, visitFrom, visitTo } from './fields.ts'
import { askedLanguage, jstDateTime, language, rowId, storableText, yen } from './shapes.ts'

const query = v.strictObject({ lang: askedLanguage })

const changePermission = v.pipe(
  v.object({
    allowed: v.pipe(v.boolean(), v.description('Whether it may be done now.')),
    until: v.pipe(
      v.nullable(jstDateTime),
      v.description('Until when it may be done; null where it can’t be done at all.'),
    ),
    reason: v.pipe(
      v.nullable(
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
      v.description('Why not; null where there is no reason.'),
    ),
    called_off: v.optional(
      v.pipe(
        v.literal(true),
        v.description(
          'True where the house has cancelled the visit, which does not take place on this day; it is not there otherwise.',
        ),
      ),
    ),
  }),
  v.description(
    'Whether the visit may be moved now, and until when; else why not. A site or product without changes gives no date.',
  ),
  v.title('ChangePermission'),
)
export type ChangePermission = v.InferOutput<typeof changePermission>

const sharePermission = v.pipe(
  v.object({
    allowed: v.pipe(v.boolean(), v.description('Whether it may be done now.')),
    reason: v.pipe(
      v.nullable(v.picklist(SHARE_FAULTS)),
      v.description('Why not; null where there is no reason.'),
    ),
    by_mail: v.pipe(
      v.boolean(),
      v.description(
        'Whether the store mails what is handed on: only visits that were paid for may send mails.',
      ),
    ),
  }),
  v.description('Whether tickets may be handed on now, else why not.'),
  v.title('SharePermission'),
)

const reservation = v.pipe(
  v.object({
    reservation_number: v.pipe(
      v.nullable(v.string()),
      v.description('The number of the reservation; null for the part that somebody was given.'),
    ),
    reservation_token: reservationToken,
    status: v.pipe(v.picklist(['active', 'cancelled']), v.description('Whether the visit takes place.')),
    sales_channel: v.pipe(v.picklist(SALES_CHANNELS), v.description('Where it was sold.')),
    booking_type: saleType,
    main_product: v.pipe(boughtProduct, v.description('The visit as it was bought.')),
    set_products: v.pipe(
      v.array(
        v.object({
          product_name: productName,
          add_cost: v.pipe(yen, v.description('What all units of it cost.')),
          quantity: v.pipe(v.number(), v.safeInteger(), v.description('Units of it.')),
        }),
      ),
      v.description('Products that are bought with the visit.'),
    ),
    price: v.pipe(
      v.nullable(yen),
      v.description('What is paid and was not given back; null for the part that somebody was given.'),
    ),
    tickets_count: v.pipe(v.number(), v.safeInteger(), v.description('How many tickets the reader has.')),
    shared: v.pipe(
      v.nullable(
        v.object({
          giver_name: v.pipe(
            v.string(),
            v.description('The first letter of the giver’s name; empty where the site asks for none.'),
          ),
        }),
      ),
      v.description('Not null for the part of a visit that somebody was given.'),
    ),
    changes: v.pipe(
      v.number(),
      v.safeInteger(),
      v.description(
        'How often the visit was moved: an entry in a calendar is replaced by that of a higher number.',
      ),
    ),
    permissions: v.pipe(
      v.object({
        change: v.pipe(changePermission, v.description('Whether the visit may be moved.')),
        share: v.pipe(sharePermission, v.description('Whether tickets may be handed on.')),
        receipt: v.pipe(
          v.object({ allowed: v.pipe(v.boolean(), v.description('Whether it may be done now.')) }),
          v.description('Whether there is a receipt, or one can be asked for: not where nothing was paid.'),
        ),
      }),
      v.description('What the reader may do with the reservation now.'),
    ),
  }),
  v.title('Reservation'),
)
export type Reservation = v.InferOutput<typeof reservation>

export const readReservation = call({
  method: 'GET',
  path: '/api/v1/reservations/{reservation_token}',
  summary: 'Read a reservation',
  description: 'A bought visit, or the part of it that somebody was given.',
  query,
  response: reservation,
  status: 200,
  errors: ['record not found', 'reservation url changed'],
  // Every page that reads it says itself that there is nothing, or goes to the page of an older link.
  ignoredStatuses: [404, 410],
})

export const ticket = v.pipe(
  v.object({
    id: v.pipe(rowId, v.description('The number of the ticket inside its reservation.')),
    parent_id: v.pipe(
      rowId,
      v.description('The number of the first ticket of the same line of the purchase.'),
    ),
    type: v.pipe(v.picklist(TICKET_TYPES), v.description('What kind it is.')),
    status: v.pipe(v.picklist(TICKET_STATUSES), v.description('Whether the ticket admits now.')),
    option_name: v.pipe(
      v.string(),
      v.description('The kind of ticket: adult, child. Empty for a set product.'),
    ),
    option_value_id: v.pipe(v.nullable(rowId), v.description('The kind of ticket; null for a set product.')),
    only_with: onlyWith,
    product_name: productName,
    reservation_from: visitFrom,
    reservation_to: visitTo,
    code: v.pipe(
      v.string(),
      v.description(
        'The content of the QR code: random, no personal data. Empty where the reader does not have the ticket.',
      ),
    ),
    signed_code: v.pipe(
      v.string(),
      v.description(
        'The same with a signature that a gate checks without the network: the QR code shows this one where there is one. Empty where `code` is, on a ticket of an older program, and where codes change (`rotates`).',
      ),
    ),
    rotates: v.pipe(
      v.boolean(),
      v.description('Whether the QR code changes every half minute: see `readTicketCodes`.'),
    ),
    short_code: v.pipe(
      v.string(),
      v.description(
        'Eight letters that can be read out to the staff: they change with the code, and are empty where it is.',
      ),
    ),
    used_at: v.pipe(v.nullable(jstDateTime), v.description('When it let somebody in; null before.')),
    shared: v.pipe(
      v.boolean(),
      v.description('Somebody else has the ticket; for its buyer it is `invalid` then.'),
    ),
    // Missing in a copy that was kept on a device before there was this.
    refunded: v.optional(
      v.pipe(v.boolean(), v.description('Its money went back; it is `invalid` then.')),
      false,
    ),
  }),
  v.title('Ticket'),
)
export type Ticket = v.InferOutput<typeof ticket>

export const readTickets = call({
  method: 'GET',
  path: '/api/v1/reservations/{reservation_token}/tickets',
  summary: 'Read the tickets of a reservation',
  description: 'The tickets of a reservation: one for each person.',
  query,
  response: v.array(ticket),
  status: 200,
  errors: ['record not found', 'reservation url changed'],
  // Every page that reads it says itself that there is nothing, or goes to the page of an older link.
  ignoredStatuses: [404, 410],
})

export const findReservation = call({
  method: 'GET',
  path: '/api/v1/reservations',
  summary: 'Find a reservation',
  description:
    'The newest token of a reservation, by the address of its mails and its number. Case, width and spaces do not matter; everything that does not match gets one answer. Tries are bounded: see `Retry-After`.',
  query: v.strictObject({
    email: v.pipe(
      storableText,
      v.maxLength(320),
      v.description('The address that the mails of the reservation go to; case and width do not matter.'),
    ),
    reservation_number: v.pipe(
      storableText,
      v.maxLength(40),
      v.description('The number of the reservation; spaces and hyphens do not matter.'),
    ),
  }),
  response: v.object({ reservation_token: reservationToken }),
  status: 200,
  errors: ['record not found'],
  // The form itself says when the next try makes sense.
  ignoredStatuses: [429],
})

const mailSent = v.pipe(
  v.object({ mail_sent: v.pipe(v.literal(true), v.description('Whether a mail was sent.')) }),
  v.title('MailSent'),
)

export const mailReservation = call({
  method: 'POST',
  path: '/api/v1/reservationmails/{reservation_token}',
  summary: 'Mail the tickets again',
  description: 'Mails the tickets to the address on file once more, three times an hour at most.',
  body: v.strictObject({ lang: v.pipe(language, v.description('The language of the mail.')) }),
  response: mailSent,
  status: 200,
  errors: ['record not found', 'reservation url changed', 'too many mails'],
  // The button itself says when the next mail may be asked for.
  ignoredStatuses: [410, 429],
})

export const correctAddress = call({
  method: 'PUT',
  path: '/api/v1/reservations/{reservation_token}/email',
  summary: 'Correct the mail address of a reservation',
  description:
    'Replaces an address that a mail server refused, and mails the tickets there at once: `invalid_request` while none is refused, and `invalid email address in time change` where the new one is refused as well. Counted with `mailReservation`.',
  body: v.strictObject({
    email: v.pipe(storableText, v.maxLength(320), v.description('The new address.')),
    timechange_token: v.optional(
      v.pipe(
        storableText,
        v.maxLength(100),
        v.description('The change of time for whose sake the address is corrected.'),
      ),
    ),
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
