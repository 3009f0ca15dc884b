import { LANGUAGES } from '@kippu/domain/language'
import * as v from 'valibot'

import { isoDate, jstDateTime, storableText } from '../shapes.ts'
import { approvalAsked, reasonText } from './refunds.ts'
import { staffCall } from './staff-call.ts'

const names = v.object({ ja: v.string(), en: v.string() })

/** The products of a day with their times, for tickets that nobody pays for. */
export const readGuestOffer = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/guest-offers',
  who: 'tickets:issue',
  query: v.strictObject({ date: isoDate }),
  response: v.object({
    products: v.array(
      v.object({
        uuid: v.string(),
        names,
        kinds: v.array(names),
        times: v.array(v.object({ starts_at: jstDateTime, places: v.number() })),
      }),
    ),
  }),
})
export type GuestOffer = v.InferOutput<(typeof readGuestOffer)['response']>

const asked = {
  product: v.pipe(v.string(), v.uuid()),
  date: isoDate,
  time: v.pipe(v.string(), v.regex(/^\d\d:\d\d$/)),
  kinds: v.pipe(
    v.array(
      v.strictObject({
        name: v.string(),
        quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999)),
      }),
    ),
    v.minLength(1),
    v.maxLength(100),
  ),
  lang: v.picklist(LANGUAGES),
}

const guests = v.strictObject({
  ...asked,
  email: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(254)),
  /** May be empty. */
  name: v.pipe(storableText, v.trim(), v.maxLength(100)),
  reason: reasonText,
})

export type GuestsBody = v.InferOutput<typeof guests>

/** Where it is too much for one person, another one has agreed to exactly this: it is found by what is asked for. */
export const issueTickets = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/guest-visits',
  who: 'tickets:issue',
  fresh: true,
  repeatable: true,
  body: guests,
  response: v.object({ reservation_number: v.string() }),
})

/** Asks another person for them. */
export const askGuestsCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/guest-approvals',
  who: 'tickets:issue',
  fresh: true,
  repeatable: true,
  body: guests,
  response: approvalAsked,
})
