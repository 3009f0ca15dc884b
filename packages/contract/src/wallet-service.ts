import * as v from 'valibot'

import { askedLanguage } from './shapes.ts'

/** The query of the pages that put tickets into a wallet (`wallets.ts`). */
export const passesQuery = v.strictObject({
  lang: askedLanguage,
  /** The first ticket by its number; so many of them as go together. */
  from: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))),
})

/** Where phones ask for passes, by the paths that Apple sets below it (Wallet Passes, "Adding a web service to update passes"). */
export const APPLE_SERVICE = '/wallets/apple-passes'

const REGISTRATIONS = `${APPLE_SERVICE}/v1/devices/{device}/registrations/{pass_type}`

/** Calls of phones; no browser makes one. */
export const APPLE_CALLS = {
  /** Tells the store where a phone is told of changes of a pass: 201, or 200 where it was told before. */
  register: {
    method: 'POST',
    path: `${REGISTRATIONS}/{serial}`,
    body: v.object({ pushToken: v.pipe(v.string(), v.regex(/^[\da-f]{8,200}$/i)) }),
  },
  unregister: { method: 'DELETE', path: `${REGISTRATIONS}/{serial}` },
  /** The passes of a phone that have changed since it last asked; 204 where none has. */
  listChanged: {
    method: 'GET',
    path: REGISTRATIONS,
    query: v.object({ passesUpdatedSince: v.optional(v.pipe(v.string(), v.maxLength(40))) }),
  },
  /** The pass as it is now; 304 where it is as the phone has it. */
  readPass: { method: 'GET', path: `${APPLE_SERVICE}/v1/passes/{pass_type}/{serial}` },
  /** The complaints of phones. */
  log: {
    method: 'POST',
    path: `${APPLE_SERVICE}/v1/log`,
    body: v.object({ logs: v.array(v.string()) }),
  },
} as const
