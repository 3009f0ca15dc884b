import * as v from 'valibot'

import { staffCall } from './staff-call.ts'

/** Whether a letter of the story can be shown, and whether it reads as it did when it was sent. */
export const judgeSentLetterCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/orders/{order}/letters/{mail}',
  who: 'orders:contact',
  response: v.object({ as_sent: v.picklist(['yes', 'no', 'not known']) }),
})

/** The letter, as a page of its own: without codes and links. The reading is written down. */
export const readSentLetterCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/orders/{order}/letters/{mail}/page',
  who: 'orders:contact',
  response: v.string(),
})
