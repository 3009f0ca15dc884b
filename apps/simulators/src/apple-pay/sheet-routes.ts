import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { paymentDataOf } from '../core/apple-pay-token.ts'
import { allowStore, isStoreOrigin } from '../core/origins.ts'
import { TEST_CARDS } from '../core/test-cards.ts'
import type { MerchantSessions } from './merchant-sessions.ts'

const agreedSchema = v.strictObject({
  merchantSession: v.string(),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: v.literal('JPY'),
  last4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
})
/** A device that knows its owner is never asked again by the bank. */
const CARDS = TEST_CARDS.filter(({ conduct }) => !conduct.startsWith('challenge'))

interface SheetParts {
  readonly sessions: MerchantSessions
  readonly storeOrigins: readonly string[]
  readonly now: () => Date
  /** Address of the session call. */
  readonly validationUrl: string
}

/** The browser's part: a script that stands in for Safari, and the device's answer when its owner agrees. */
export function sheetRoutes(app: FastifyInstance, parts: SheetParts): void {
  const { sessions, storeOrigins, now, validationUrl } = parts
  const script = readFileSync(new URL('./browser/session.js', import.meta.url), 'utf8')

  const settings = JSON.stringify({ validationUrl, cards: CARDS })

  app.get('/session.js', (_request, reply) =>
    reply
      .headers({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(script.replace("'SETTINGS'", () => settings)),
  )

  app.options('/authorize', (request, reply) => {
    allowStore(request, reply, storeOrigins)
    return reply.header('access-control-allow-headers', 'content-type').code(204).send()
  })

  app.post('/authorize', (request, reply) => {
    allowStore(request, reply, storeOrigins)
    const { origin = '' } = request.headers
    if (!isStoreOrigin(origin, storeOrigins))
      return reply.code(403).send({ error: 'only pages of the store' })
    const { merchantSession, amount, last4 } = v.parse(agreedSchema, request.body)
    const domainName = new URL(origin).hostname
    if (!sessions.use(merchantSession, { domainName, now: now() }))
      return reply.code(400).send({ error: 'the merchant session is not good, or not any more' })
    const transactionIdentifier = randomBytes(32).toString('hex')
    return reply.send({
      paymentData: paymentDataOf({ last4, amount, transaction: transactionIdentifier }),
      paymentMethod: { displayName: `Visa ${last4}`, network: 'Visa', type: 'credit' },
      transactionIdentifier,
    })
  })
}
