import * as v from 'valibot'

import { call } from './call.ts'
import { places } from './orders.ts'
import { orderToken } from './fields.ts'
import { language, storableText } from './shapes.ts'

/** More than the rules of any field allow: a thousand characters of ten bytes. */
const MOST_CHARACTERS = 10_000

export const contents = v.pipe(
  v.array(
    v.strictObject({
      key: v.pipe(storableText, v.maxLength(40), v.description('The field of the buyer form.')),
      value: v.pipe(storableText, v.maxLength(MOST_CHARACTERS), v.description('What the buyer answered.')),
    }),
  ),
  v.maxLength(20),
  v.description('Answers of the buyer form. Personal data.'),
)

export const sendOrderMail = call({
  method: 'POST',
  path: '/api/v1/ordermails/{token}',
  summary: 'Store the buyer form and mail the confirmation link',
  description:
    'Stores the answers of the buyer form, and mails a link and six digits that prove the address. `mail_sent` is false where there is nothing to prove: the address was proved before, or the site trusts its members and knows it as the address of the member who is logged in. An address that differs from the proved one is refused with `invalid order status`. `too many mails` changes nothing: the order and a link that was mailed before stay as they are.',
  body: v.strictObject({
    contents,
    lang: v.optional(v.pipe(language, v.description('From now on the language of the order and its mails.'))),
  }),
  response: v.object({
    mail_sent: v.pipe(
      v.boolean(),
      v.description(
        'False where there is nothing to prove: the order can be paid at once, by `order_token`.',
      ),
    ),
    places,
    order_token: v.optional(
      v.pipe(
        v.string(),
        v.description('The right to the order: whoever has it may read and pay the order. Keep it secret.'),
      ),
    ),
  }),
  status: 200,
  errors: [
    'session_timeout',
    'record not found',
    'invalid email address',
    'order is being paid',
    'invalid order status',
    'too many mails',
    'out of stock',
  ],
})

export const confirmOrderMail = call({
  method: 'GET',
  path: '/api/v1/ordermails/{token}',
  summary: 'Confirm the mail address of an order',
  description: 'Follows the mailed link: the order may then be paid. Repeating it changes nothing.',
  response: v.object({ order_token: orderToken }),
  status: 200,
  errors: ['session_timeout', 'record not found', 'out of stock'],
})

/** Longer than six digits in any grouping. */
const MOST_CODE_CHARACTERS = 40

export const confirmMailCode = call({
  method: 'POST',
  path: '/api/v1/ordermails/code/{token}',
  summary: 'Confirm the mail address of an order by the code of its mail',
  description:
    'Proves the address by the six digits of the mail, under the order’s own token; nothing where it is proved already, whatever is typed. What is not six digits is an `invalid_request` and does not count as a try. After five wrong ones of one mail the answer is `mail code used up`, and the link or a new mail is needed.',
  body: v.strictObject({
    code: v.pipe(
      storableText,
      v.maxLength(MOST_CODE_CHARACTERS),
      v.description('Six digits; full-width ones, blanks and hyphens are read too.'),
    ),
  }),
  response: v.object({ order_token: orderToken }),
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
