import { randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { paymentDataOf } from '../core/apple-pay-token.ts'
import { readScript, sendScript } from '../core/browser-script.ts'
import { type StorePage, storePageRoute } from '../core/store-page-route.ts'
import { TEST_CARDS } from '../core/test-cards.ts'
import type { MerchantSessions } from './merchant-sessions.ts'

const agreedSchema = v.strictObject({
  merchantSession: v.string(),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: v.literal('JPY'),
  last4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
})
/** The cards of the sheet. None asks for a challenge, because the device has authenticated its owner. */
const CARDS = TEST_CARDS.filter(({ conduct }) => !conduct.startsWith('challenge'))

interface SheetParts {
  readonly sessions: MerchantSessions
  readonly storeOrigins: readonly string[]
  readonly now: () => Date
  /** Address of the session call. */
  readonly validationUrl: string
}

/** The routes for the browser: a script that stands in for Safari, and the device's answer when its owner agrees. */
export function sheetRoutes(app: FastifyInstance, parts: SheetParts): void {
  const { sessions, storeOrigins, now, validationUrl } = parts
  const settings = JSON.stringify({ validationUrl, cards: CARDS })
  const script = readScript(import.meta.url, 'session.js').replace("'SETTINGS'", () => settings)

  app.get('/session.js', (_request, reply) => sendScript(reply, script))

  const authorize = (body: unknown, { origin, reply }: StorePage): object => {
    const { merchantSession, amount, last4 } = v.parse(agreedSchema, body)
    const domainName = new URL(origin).hostname
    if (!sessions.use(merchantSession, { domainName, now: now() }))
      return reply.code(400).send({ error: 'the merchant session is unknown or expired' })
    const transactionIdentifier = randomBytes(32).toString('hex')
    return {
      paymentData: paymentDataOf({ last4, amount, transaction: transactionIdentifier }),
      paymentMethod: { displayName: `Visa ${last4}`, network: 'Visa', type: 'credit' },
      transactionIdentifier,
    }
  }
  storePageRoute(app, { path: '/authorize', storeOrigins, answer: authorize })
}
