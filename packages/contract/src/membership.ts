import * as v from 'valibot'

import { call } from './call.ts'
import { shownName } from './fields.ts'
import { askedLanguage, storableText, yen } from './shapes.ts'

const promotion = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.description('The promotion.')),
    name: shownName,
    membership_key: v.pipe(v.string(), v.description('The first word of the pair that names a promotion.')),
    membership_value: v.pipe(
      v.string(),
      v.description('The second word of the pair that names a promotion.'),
    ),
    promotion_type: v.pipe(
      v.picklist(['percent', 'fixed']),
      v.description('Whether the promotion takes a percentage or a fixed amount off.'),
    ),
    promotion_amount: v.pipe(yen, v.description('Percent points, or yen a ticket.')),
  }),
  v.title('MembershipPromotion'),
)
export type MembershipPromotion = v.InferOutput<typeof promotion>

/** One half of the pair that names a promotion. */
export const membershipWord = v.pipe(storableText, v.minLength(1), v.maxLength(100))

/** The browser shows nothing where there is no such promotion. */
export const getMembershipPromotion = call({
  method: 'GET',
  path: '/api/v1/membership/promotion',
  summary: 'Promotion of a membership',
  description: 'The promotion that a pair of membership words names.',
  query: v.strictObject({
    lang: askedLanguage,
    membership_key: v.pipe(
      membershipWord,
      v.description('The first word of the pair that names a promotion.'),
    ),
    membership_value: v.pipe(
      membershipWord,
      v.description('The second word of the pair that names a promotion.'),
    ),
  }),
  response: promotion,
  status: 200,
  errors: ['record not found'],
  silent: true,
})

const loginResult = v.pipe(
  v.object({ result: v.pipe(v.boolean(), v.description('Always true: a failure is a refusal.')) }),
  v.title('LoginResult'),
)

export const loginMember = call({
  method: 'POST',
  path: '/api/v1/membership/login/{id}',
  summary: 'Log a member in to an order',
  description:
    'Logs a member in to an order by address and password; the promotion of the member is applied. After ten failures of an address in 15 minutes, or a hundred of a client, every further try is refused with `too_many_requests`.',
  body: v.strictObject({
    email: v.pipe(
      storableText,
      v.minLength(1),
      v.maxLength(254),
      v.description('The address, or the number, by which the member logs in.'),
    ),
    password: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(200),
      v.description('The password of the member. It is passed on and not kept.'),
    ),
  }),
  response: loginResult,
  status: 200,
  errors: ['membership login failed', 'session_timeout', 'order is being paid'],
})

export const loginMemberByToken = call({
  method: 'POST',
  path: '/api/v1/membership/token/login/{id}',
  summary: 'Log a member in to an order by token',
  description: 'Logs a member in to an order by the token that their organisation issued.',
  body: v.strictObject({
    token: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(4_000),
      v.description('The token that the organisation of the member issued.'),
    ),
  }),
  response: loginResult,
  status: 200,
  errors: ['membership login failed', 'session_timeout', 'order is being paid'],
})

const memberInfo = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.description('The name of the member.')),
    resident_area: v.pipe(v.string(), v.description('Where the member lives.')),
    email: v.pipe(v.string(), v.description('A mail address.')),
    phone: v.pipe(v.string(), v.description('A telephone number.')),
    age: v.pipe(v.string(), v.description('Age as the organisation of the member says it.')),
    gender: v.pipe(v.string(), v.description('Gender as the organisation of the member says it.')),
  }),
  v.title('MemberInfo'),
)
export type MemberInfo = v.InferOutput<typeof memberInfo>

export const readMember = call({
  method: 'GET',
  path: '/api/v1/membership/{id}',
  summary: 'Read the member of an order',
  description:
    'What is known of the member who is logged in to an order, to fill the buyer form, until that form was sent.',
  response: memberInfo,
  status: 200,
  errors: ['membership retrieval failure', 'session_timeout'],
})
