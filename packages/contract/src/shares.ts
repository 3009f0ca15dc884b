import { graphemeLength } from '@kippu/domain/form/normalise'
import { LONGEST_GIVER_NAME, LONGEST_SHARE_MESSAGE } from '@kippu/domain/sharing'
import * as v from 'valibot'

import { call } from './call.ts'
import { saleType } from './products.ts'
import { ticket } from './reservations.ts'
import { askedLanguage, jstDateTime, language, nothing, rowId, storableText } from './shapes.ts'

/** Tickets that one mail or link can name at most. */
const MOST_CHOSEN = 100

/**
 * `offered`: the link was not followed yet. `accepted`: somebody has the tickets. `used`: one of them let somebody in, so that they are
 * no longer taken back. `refunded`: their money went back.
 */
const SHARE_STATUSES = ['offered', 'accepted', 'used', 'refunded'] as const
export type ShareStatus = (typeof SHARE_STATUSES)[number]

/** Tickets in other hands, as their giver sees them. */
const share = v.object({
  share_token: v.string(),
  /** The page on which they are accepted. */
  share_url: v.string(),
  status: v.picklist(SHARE_STATUSES),
  shared_at: jstDateTime,
  accepted_at: v.nullable(jstDateTime),
  tickets: v.array(ticket),
})
export type Share = v.InferOutput<typeof share>

/** A character may be of several code points, but not of any number. */
const textOf = (characters: number) =>
  v.pipe(
    storableText,
    v.maxLength(characters * 10),
    v.check(text => graphemeLength(text) <= characters, 'common_validate_max'),
  )

const askedName = v.pipe(storableText, v.maxLength(100))
const quantity = v.pipe(v.number(), v.safeInteger(), v.maxValue(MOST_CHOSEN))

/**
 * Hands tickets of a reservation on (E-07, S-10.01–08): either tickets by their numbers, or so many of each kind. They leave the page of the
 * giver at once, whose copies of their codes are refused from then on. At least one ticket of each parent stays (S-10.04).
 */
export const createShare = call({
  method: 'POST',
  path: '/api/v1/shares',
  summary: 'Hand tickets on',
  query: v.strictObject({ lang: askedLanguage }),
  body: v.pipe(
    v.strictObject({
      reservation_token: askedName,
      option_values: v.optional(
        v.pipe(
          v.array(v.strictObject({ option_value_id: rowId, quantity })),
          v.minLength(1),
          v.maxLength(MOST_CHOSEN),
        ),
      ),
      ticket_ids: v.optional(v.pipe(v.array(rowId), v.minLength(1), v.maxLength(MOST_CHOSEN))),
    }),
    v.check(
      ({ option_values: kinds, ticket_ids: ids }) => (kinds === undefined) !== (ids === undefined),
      'one_choice',
    ),
  ),
  response: share,
  status: 201,
  errors: [
    'record not found',
    'reservation url changed',
    'specified parent ticket does not have more than one child ticket',
    'specified option value of the ticket is less than 1',
    'ticket not found',
    'waiting time change exists',
  ],
  ignoredStatuses: [410],
})

/** The tickets of a reservation that are in other hands now, the newest share first. */
export const listShares = call({
  method: 'GET',
  path: '/api/v1/shares',
  summary: 'List the tickets of a reservation that were handed on',
  query: v.strictObject({ reservation_token: askedName, lang: askedLanguage }),
  response: v.array(share),
  status: 200,
  errors: ['record not found', 'reservation url changed'],
  ignoredStatuses: [410],
})

const sharedPart = v.object({
  /** `accepted` for whoever has only the link, too. */
  status: v.picklist(['offered', 'accepted']),
  product_name: v.string(),
  booking_type: saleType,
  reservation_from: jstDateTime,
  reservation_to: jstDateTime,
  /** The first letter of the buyer's name (S-8.09); empty where the site asks for none. */
  giver_name: v.string(),
  /** With codes for whoever has accepted them alone; none for anybody else once they are accepted. */
  tickets: v.array(ticket),
  /** Of the shared part; null for whoever has only the link. */
  reservation_token: v.nullable(v.string()),
})
export type SharedPart = v.InferOutput<typeof sharedPart>

/** What somebody was given (E-08), by the token of the link or that of the shared part. */
export const readShare = call({
  method: 'GET',
  path: '/api/v1/shares/{share_token}',
  summary: 'Read tickets that were handed on',
  query: v.strictObject({ lang: askedLanguage }),
  response: sharedPart,
  status: 200,
  errors: ['record not found'],
  // The screen itself says that the link leads to no tickets.
  ignoredStatuses: [404],
})

/**
 * Accepts what was handed on: from then on the link alone shows no ticket. The first key that is sent with it has them, and gets the same
 * answer again, so that a lost answer costs nothing.
 */
export const acceptShare = call({
  method: 'POST',
  path: '/api/v1/shareacceptances/{share_token}',
  summary: 'Accept tickets that were handed on',
  body: v.strictObject({
    /** 128 random bits or more, made up by the browser, which keeps it. */
    acceptance_key: v.pipe(storableText, v.minLength(22), v.maxLength(100)),
  }),
  response: v.object({ reservation_token: v.string() }),
  status: 200,
  errors: ['record not found', 'share accepted already'],
  // The screen itself says so.
  ignoredStatuses: [400, 404],
})

/** Takes back what nobody has used yet (E-09, S-10.05): whatever the receiver has of it is refused from then on. */
export const takeBackShare = call({
  method: 'DELETE',
  path: '/api/v1/shares/{share_token}',
  summary: 'Take tickets back',
  query: v.strictObject({ reservation_token: askedName }),
  response: nothing,
  status: 204,
  errors: ['record not found', 'reservation url changed', 'shared ticket was used'],
  ignoredStatuses: [410],
})

/**
 * Mails the link of what was handed on and not accepted yet (E-10, S-10.06), in the giver's words without links. Only where something is
 * paid, and bounded for the reservation and for the mailbox.
 */
export const mailShare = call({
  method: 'POST',
  path: '/api/v1/sharemails/{share_token}',
  summary: 'Mail tickets to somebody',
  body: v.strictObject({
    email: v.pipe(storableText, v.maxLength(320)),
    /** Of the giver. */
    name: textOf(LONGEST_GIVER_NAME),
    message: v.optional(textOf(LONGEST_SHARE_MESSAGE), ''),
    lang: language,
  }),
  response: v.object({ mail_sent: v.literal(true) }),
  status: 200,
  errors: ['record not found', 'share accepted already', 'invalid email address', 'too many mails'],
  // The form itself says what is wrong, and when the next mail may be sent.
  ignoredStatuses: [400, 429],
})
