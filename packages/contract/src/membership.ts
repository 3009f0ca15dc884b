import * as v from 'valibot'

import { call } from './call.ts'
import { askedLanguage, storableText, yen } from './shapes.ts'

const promotion = v.object({
  id: v.string(),
  name: v.string(),
  membership_key: v.string(),
  membership_value: v.string(),
  promotion_type: v.picklist(['percent', 'fixed']),
  /** Percent points, or yen a ticket. */
  promotion_amount: yen,
})
export type MembershipPromotion = v.InferOutput<typeof promotion>

/** One half of the pair that names a promotion. */
export const membershipWord = v.pipe(storableText, v.minLength(1), v.maxLength(100))

/** The promotion that a key and a value name; the browser shows nothing when it does not exist (R-7.48–49, D-10). */
export const getMembershipPromotion = call({
  method: 'GET',
  path: '/api/v1/membership/promotion',
  summary: 'Promotion of a membership',
  query: v.strictObject({
    lang: askedLanguage,
    membership_key: membershipWord,
    membership_value: membershipWord,
  }),
  response: promotion,
  status: 200,
  errors: ['record not found'],
  silent: true,
})

const loginResult = v.object({ result: v.boolean() })

/**
 * Logs a member in to an order by id and password; `id` is the order token (D-07, R-7.50). The member's promotion is
 * applied to the order. After ten failures of an id in 15 minutes, or a hundred of a client, every further try is
 * refused with `too_many_requests` (S-5.04).
 */
export const loginMember = call({
  method: 'POST',
  path: '/api/v1/membership/login/{id}',
  summary: 'Log a member in to an order',
  body: v.strictObject({
    email: v.pipe(storableText, v.minLength(1), v.maxLength(254)),
    password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  }),
  response: loginResult,
  status: 200,
  errors: ['membership login failed', 'session_timeout', 'invalid order status'],
})

/** Logs a member in to an order by the token that their organisation issued (R-7.51, S-5.05). */
export const loginMemberByToken = call({
  method: 'POST',
  path: '/api/v1/membership/token/login/{id}',
  summary: 'Log a member in to an order by token',
  body: v.strictObject({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(4_000)) }),
  response: loginResult,
  status: 200,
  errors: ['membership login failed', 'session_timeout', 'invalid order status'],
})

const memberInfo = v.object({
  name: v.string(),
  resident_area: v.string(),
  email: v.string(),
  phone: v.string(),
  age: v.string(),
  gender: v.string(),
})
export type MemberInfo = v.InferOutput<typeof memberInfo>

/**
 * The details of the member who logged in to an order, to fill the buyer form. They are available
 * while the order is `temporary`: once its form was sent, the order's own answers fill it.
 */
export const readMember = call({
  method: 'GET',
  path: '/api/v1/membership/{id}',
  summary: 'Read the member of an order',
  response: memberInfo,
  status: 200,
  errors: ['membership retrieval failure', 'session_timeout'],
})
