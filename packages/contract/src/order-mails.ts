import * as v from 'valibot'

import { call } from './call.ts'
import { places } from './orders.ts'
import { language, storableText } from './shapes.ts'

/** More than the rules of any field allow: a thousand characters of ten bytes. */
const MOST_CHARACTERS = 10_000

export const contents = v.pipe(
  v.array(
    v.strictObject({
      key: v.pipe(storableText, v.maxLength(40)),
      value: v.pipe(storableText, v.maxLength(MOST_CHARACTERS)),
    }),
  ),
  v.maxLength(20),
)

/**
 * Stores the answers of the buyer form and mails a link that proves the address (R-7.19–20, D-16). `mail_sent` is false
 * when there is nothing to prove: the address was proved before, or the site trusts its members and knows it as the
 * address of the member who is logged in. The order, then named by `order_token`, can be paid at once. An address that
 * differs from the proved one is refused with `invalid order status`. With `lang` the order and all its mails are in
 * that language from now on. `too many mails` changes nothing: the order and a link that was mailed before stay as they are.
 */
export const sendOrderMail = call({
  method: 'POST',
  path: '/api/v1/ordermails/{token}',
  summary: 'Store the buyer form and mail the confirmation link',
  body: v.strictObject({ contents, lang: v.optional(language) }),
  response: v.object({ mail_sent: v.boolean(), places, order_token: v.optional(v.string()) }),
  status: 200,
  errors: [
    'session_timeout',
    'record not found',
    'invalid email address',
    'invalid order status',
    'too many mails',
    'out of stock',
  ],
})

/** Follows the mailed link: the order may then be paid. Repeating it changes nothing. */
export const confirmOrderMail = call({
  method: 'GET',
  path: '/api/v1/ordermails/{token}',
  summary: 'Confirm the mail address of an order',
  response: v.object({ order_token: v.string() }),
  status: 200,
  errors: ['session_timeout', 'record not found', 'out of stock'],
})

/** Longer than six digits in any grouping. */
const MOST_CODE_CHARACTERS = 40

/**
 * Types the six digits of the mail, under the order's own token: proves what its link proves, and nothing where it is proved already,
 * whatever is typed. `code` may have full-width digits, blanks and hyphens; what is no six digits then is an `invalid_request` and no
 * try. `wrong mail code` counts; after five of one mail `mail code used up`, and the link or a new mail is needed.
 */
export const confirmMailCode = call({
  method: 'POST',
  path: '/api/v1/ordermails/code/{token}',
  summary: 'Confirm the mail address of an order by the code of its mail',
  body: v.strictObject({ code: v.pipe(storableText, v.maxLength(MOST_CODE_CHARACTERS)) }),
  response: v.object({ order_token: v.string() }),
  status: 200,
  errors: [
    'session_timeout',
    'record not found',
    'out of stock',
    'invalid order status',
    'wrong mail code',
    'mail code used up',
  ],
})
