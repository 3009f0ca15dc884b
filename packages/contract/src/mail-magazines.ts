import * as v from 'valibot'

import { call } from './call.ts'

const magazine = v.picklist(['mail_magazine', 'teamlab_mail_magazine'])
export type MailMagazine = v.InferOutput<typeof magazine>

/** The magazines of an address, by the token in its mails (R-7.36–37, S-6.05). The browser ignores 404. */
export const readMailMagazines = call({
  method: 'GET',
  path: '/api/v1/mailmagazines/{token}',
  summary: 'Magazines of an address',
  response: v.array(v.object({ field_name: magazine, is_subscribed: v.boolean() })),
  status: 200,
  errors: ['record not found'],
  ignoredStatuses: [404],
})

/** Ends one subscription (R-7.38, S-6.06). */
export const releaseMailMagazine = call({
  method: 'PUT',
  path: '/api/v1/mailmagazines/{token}',
  summary: 'End a subscription',
  body: v.strictObject({ field_name: magazine }),
  response: v.object({ field_name: magazine, is_subscribed: v.literal(false) }),
  status: 200,
  errors: ['mail magazine already unsubscribed', 'record not found'],
})
