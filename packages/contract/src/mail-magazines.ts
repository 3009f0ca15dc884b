import * as v from 'valibot'

import { call } from './call.ts'

const magazine = v.pipe(
  v.picklist(['mail_magazine', 'teamlab_mail_magazine']),
  v.description('The magazine.'),
  v.title('MailMagazine'),
)
export type MailMagazine = v.InferOutput<typeof magazine>

/** The browser ignores 404. */
export const readMailMagazines = call({
  method: 'GET',
  path: '/api/v1/mailmagazines/{token}',
  summary: 'Magazines of an address',
  description: 'The magazines of an address, by the token in its mails.',
  response: v.array(
    v.object({
      field_name: magazine,
      is_subscribed: v.pipe(v.boolean(), v.description('Whether the address gets the magazine.')),
    }),
  ),
  status: 200,
  errors: ['record not found'],
  ignoredStatuses: [404],
})

export const releaseMailMagazine = call({
  method: 'PUT',
  path: '/api/v1/mailmagazines/{token}',
  summary: 'End a subscription',
  description: 'Ends one subscription.',
  body: v.strictObject({ field_name: magazine }),
  response: v.object({
    field_name: magazine,
    is_subscribed: v.pipe(v.literal(false), v.description('Whether the address gets the magazine.')),
  }),
  status: 200,
  errors: ['mail magazine already unsubscribed', 'record not found'],
})
