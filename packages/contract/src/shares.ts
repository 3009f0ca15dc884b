import { graphemeLength } from '@kippu/domain/form/normalise'
import { LONGEST_GIVER_NAME, LONGEST_SHARE_MESSAGE } from '@kippu/domain/sharing'
import * as v from 'valibot'

import { call } from './call.ts'
import { ticket } from './reservations.ts'
import { optionValueId, productName, reservationToken, saleType, visitFrom, visitTo } from './fields.ts'
import { askedLanguage, jstDateTime, language, nothing, rowId, storableText } from './shapes.ts'

/** Tickets that one mail or link can name at most. */
const MOST_CHOSEN = 100

const SHARE_STATUSES = ['offered', 'accepted', 'used', 'refunded'] as const
export type ShareStatus = (typeof SHARE_STATUSES)[number]

const share = v.pipe(
  v.object({
    share_token: v.pipe(v.string(), v.description('Names the share to whoever gave it. Keep it secret.')),
    share_url: v.pipe(v.string(), v.description('The page on which the tickets are accepted.')),
    status: v.pipe(
      v.picklist(SHARE_STATUSES),
      v.description(
        '`offered`: not accepted yet. `accepted`: somebody has them. `used`: one let somebody in, so that they are no longer taken back. `refunded`: the money went back.',
      ),
    ),
    shared_at: v.pipe(jstDateTime, v.description('When they were handed on.')),
    accepted_at: v.pipe(v.nullable(jstDateTime), v.description('When they were accepted; null before.')),
    tickets: v.pipe(v.array(ticket), v.description('Tickets.')),
  }),
  v.description('Tickets in other hands, as their giver sees them.'),
  v.title('Share'),
)
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

export const createShare = call({
  method: 'POST',
  path: '/api/v1/shares',
  summary: 'Hand tickets on',
  description:
    'Hands tickets on, by their numbers or so many of each kind. They leave the page of the giver at once, whose copies of their codes are refused from then on. At least one ticket of each parent stays.',
  query: v.strictObject({ lang: askedLanguage }),
  body: v.pipe(
    v.strictObject({
      reservation_token: v.pipe(
        askedName,
        v.description('The right to the reservation: whoever has it has the tickets. Keep it secret.'),
      ),
      option_values: v.optional(
        v.pipe(
          v.array(
            v.strictObject({
              option_value_id: optionValueId,
              quantity: v.pipe(quantity, v.description('Units of this kind; below 1 it is refused.')),
            }),
          ),
          v.minLength(1),
          v.maxLength(MOST_CHOSEN),
          v.description('So many of each kind of ticket; instead of `ticket_ids`.'),
        ),
      ),
      ticket_ids: v.optional(
        v.pipe(
          v.array(rowId),
          v.minLength(1),
          v.maxLength(MOST_CHOSEN),
          v.description('Numbers of tickets inside the reservation; instead of `option_values`.'),
        ),
      ),
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
    'companion without its holder',
    'ticket not found',
    'waiting time change exists',
  ],
  ignoredStatuses: [410],
})

export const listShares = call({
  method: 'GET',
  path: '/api/v1/shares',
  summary: 'List the tickets of a reservation that were handed on',
  description: 'The tickets of a reservation that are in other hands, the newest share first.',
  query: v.strictObject({
    reservation_token: v.pipe(askedName, v.description('The right to a reservation. Keep it secret.')),
    lang: askedLanguage,
  }),
  response: v.array(share),
  status: 200,
  errors: ['record not found', 'reservation url changed'],
  ignoredStatuses: [410],
})

const sharedPart = v.pipe(
  v.object({
    status: v.pipe(
      v.picklist(['offered', 'accepted']),
      v.description('Whether they are accepted; `accepted` for a reader who has only the link, too.'),
    ),
    product_name: productName,
    booking_type: saleType,
    reservation_from: visitFrom,
    reservation_to: visitTo,
    giver_name: v.pipe(
      v.string(),
      v.description('The first letter of the giver’s name; empty where the site asks for none.'),
    ),
    tickets: v.pipe(
      v.array(ticket),
      v.description(
        'The tickets, with codes for the reader who has accepted them; none for anybody else once they are accepted.',
      ),
    ),
    reservation_token: v.pipe(
      v.nullable(v.string()),
      v.description('The right to the shared part; null for whoever has only the link. Keep it secret.'),
    ),
  }),
  v.title('SharedPart'),
)
export type SharedPart = v.InferOutput<typeof sharedPart>

export const readShare = call({
  method: 'GET',
  path: '/api/v1/shares/{share_token}',
  summary: 'Read tickets that were handed on',
  description: 'What somebody was given, by the token of the link or that of the shared part.',
  query: v.strictObject({ lang: askedLanguage }),
  response: sharedPart,
  status: 200,
  errors: ['record not found'],
  // The screen itself says that the link leads to no tickets.
  ignoredStatuses: [404],
})

export const acceptShare = call({
  method: 'POST',
  path: '/api/v1/shareacceptances/{share_token}',
  summary: 'Accept tickets that were handed on',
  description:
    'Accepts what was handed on: from then on the link alone shows no ticket. The first key that is sent has it, and gets the same answer again.',
  body: v.strictObject({
    acceptance_key: v.pipe(
      storableText,
      v.minLength(22),
      v.maxLength(100),
      v.description('128 random bits or more, made up and kept by whoever accepts.'),
    ),
  }),
  response: v.object({ reservation_token: reservationToken }),
  status: 200,
  errors: ['record not found', 'share accepted already'],
  // The screen itself says so.
  ignoredStatuses: [400, 404],
})

export const takeBackShare = call({
  method: 'DELETE',
  path: '/api/v1/shares/{share_token}',
  summary: 'Take tickets back',
  description:
    'Takes back what nobody has used yet: whatever the receiver has of it is refused from then on.',
  query: v.strictObject({
    reservation_token: v.pipe(askedName, v.description('The right to a reservation. Keep it secret.')),
  }),
  response: nothing,
  status: 204,
  errors: ['record not found', 'reservation url changed', 'shared ticket was used'],
  ignoredStatuses: [410],
})

export const mailShare = call({
  method: 'POST',
  path: '/api/v1/sharemails/{share_token}',
  summary: 'Mail tickets to somebody',
  description:
    'Mails the link of what was handed on and not accepted yet, in the giver’s words. Only where something is paid, and bounded for the reservation and for the mailbox.',
  body: v.strictObject({
    email: v.pipe(storableText, v.maxLength(320), v.description('A mail address.')),
    name: v.pipe(textOf(LONGEST_GIVER_NAME), v.description('The name of the giver.')),
    message: v.optional(
      v.pipe(textOf(LONGEST_SHARE_MESSAGE), v.description('The words of the giver, without links.')),
      '',
    ),
    lang: v.pipe(language, v.description('The language of the mail.')),
  }),
  response: v.object({ mail_sent: v.pipe(v.literal(true), v.description('Whether a mail was sent.')) }),
  status: 200,
  errors: ['record not found', 'share accepted already', 'invalid email address', 'too many mails'],
  // The form itself says what is wrong, and when the next mail may be sent.
  ignoredStatuses: [400, 429],
})
