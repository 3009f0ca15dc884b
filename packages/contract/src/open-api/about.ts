import type { PARTS } from '../calls.ts'
import type { OpenApiDocument } from './open-api.ts'

/** The page that the author of a client reads first. */
export const ABOUT: OpenApiDocument['info'] = {
  title: 'Kippu',
  version: '1',
  summary: 'The ticket store of a venue',
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  description: `Every call that the pages of the store make. A site has a host of its own, and a call is about the site of its host.

**Values.** Money is whole yen (JPY), with tax. Moments are ISO 8601 in the time of Japan with whole seconds: \`2026-12-01T10:00:00+09:00\`.
Days are \`yyyy-MM-dd\` in Japan. Requests are strict: a field that is not named here is refused. Answers may get further fields.

**Rights.** Whoever has a token in a path or in an answer has the right to what it names: an order, a reservation, a change of time. There is no
other login, so tokens are secrets, and belong in no log. Devices of a gate carry a key, and so do displays.

**Refusals.** Every refusal has a code in \`error\`, which is stable, and no text for visitors. 429 and 503 say in \`Retry-After\` when to try again.
Requests are bounded for each network and minute. An unexpected failure (500) has no code, and may be repeated where the call may.

**Repeating.** GET, PUT and DELETE may be repeated. A lost answer to a call that holds or pays is repeated with the same \`Idempotency-Key\`.

**Pages.** Only the door list of a gate comes in pages: \`has_more\` and \`after\`. Ranges of days have at most 100 days.`,
}

/** The subject of each part of the interface. */
export const TAGS: Readonly<Record<keyof typeof PARTS, string>> = {
  content:
    'What a site says of itself before anything is bought: languages, texts, settings, ways to pay, notices.',
  products: 'Products, their stock by day and time, and their prices.',
  orders: 'Holding places, the buyer form and the proof of its address.',
  coupons: 'Coupons, memberships and discounts of a way to pay.',
  payments: 'Paying an order, and finding out how a payment ended.',
  reservations: 'What was bought: the visit, its tickets, mails and receipts.',
  changes: 'Moving a bought visit to another day or time.',
  sharing: 'Handing tickets of a party on to others, and taking them back.',
  checkIn: 'A visitor checks in with their own telephone.',
  gate: 'Devices of the staff at a gate. Every call but the enrolment carries the key of the device.',
  signage: 'Displays of the house.',
  spot: 'The sale at the door, opened by a QR code.',
  health: 'Whether a process lives and can serve.',
}
