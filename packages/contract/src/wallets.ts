import * as v from 'valibot'

import { call } from './call.ts'
import { askedLanguage, rowId } from './shapes.ts'

/** Wallets of phones that take tickets. */
export const WALLETS = ['apple', 'google'] as const
export type Wallet = (typeof WALLETS)[number]

/** Tickets that are put into a wallet together: Apple's takes so many in one file. */
export const MOST_AT_ONCE = 10

/**
 * Which wallets take the tickets behind a token, and which tickets: those in these hands that are good. Both are empty where the venue has
 * no account at a wallet, or shows codes that change every half minute.
 */
export const readWallets = call({
  method: 'GET',
  path: '/api/v1/reservations/{reservation_token}/wallets',
  summary: 'Which wallets take the tickets of a reservation',
  response: v.object({ wallets: v.array(v.picklist(WALLETS)), tickets: v.array(rowId) }),
  status: 200,
  errors: ['record not found', 'reservation url changed'],
  // A page of tickets without it is whole.
  silent: true,
})

const query = v.strictObject({
  lang: askedLanguage,
  /** The first ticket by its number; so many of them as go together. */
  from: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))),
})

/**
 * Tickets as a file for Apple Wallet: a pass, or a bundle of several. It is a page of the site and not a call: the browser hands it to the wallet.
 * `record not found` where {@link readWallets} does not name the wallet.
 */
export const applePasses = { path: '/wallets/apple/{reservation_token}', query } as const

/** Leads to Google Wallet with the tickets, as {@link applePasses}. */
export const googlePasses = { path: '/wallets/google/{reservation_token}', query } as const

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
  /** What phones complain of. */
  log: {
    method: 'POST',
    path: `${APPLE_SERVICE}/v1/log`,
    body: v.object({ logs: v.array(v.string()) }),
  },
} as const
