import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { allowStore, isStoreOrigin } from '../core/origins.ts'
import { isTestShop, SHOP_ID } from './account.ts'
import { cardResultCode } from './card-result-code.ts'
import type { GmoParts } from './gmo-parts.ts'
import type { CardToken } from './records.ts'

const LIFE_MS = 30 * 60_000
const text = v.optional(v.string(), '')
const requestSchema = v.strictObject({
  shopId: v.string(),
  cardno: text,
  expire: text,
  securitycode: text,
  holdername: text,
  tokennumber: text,
})

/**
 * The token script and the exchange behind it: pages of the store alone may change digits for a token. The number is
 * looked at here and nowhere kept.
 */
export function tokenRoutes(app: FastifyInstance, { store, now, storeOrigins }: GmoParts): void {
  const script = readFileSync(new URL('./browser/mp-token.js', import.meta.url), 'utf8')

  app.get('/js/mp-token.js', (_request, reply) =>
    reply
      .headers({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(script),
  )

  app.options('/token', (request, reply) => {
    allowStore(request, reply, storeOrigins)
    return reply.header('access-control-allow-headers', 'content-type').code(204).send()
  })

  app.post('/token', (request, reply) => {
    allowStore(request, reply, storeOrigins)
    if (!isStoreOrigin(request.headers.origin ?? '', storeOrigins))
      return reply.code(403).send({ error: 'only pages of the store' })
    const { shopId, ...card } = v.parse(requestSchema, request.body)
    if (!isTestShop(shopId) || shopId !== SHOP_ID) return { resultCode: '180' }
    const resultCode = cardResultCode(card)
    if (resultCode !== '000') return { resultCode }
    const until = new Date(now().getTime() + LIFE_MS)
    const last4 = card.cardno.slice(-4)
    const tokens: CardToken[] = Array.from({ length: Number(card.tokennumber) || 1 }, () => ({
      token: randomBytes(32).toString('hex'),
      last4,
      expire: card.expire.slice(-4),
      until: until.toISOString(),
      used: false,
    }))
    store.commit({ tokens })
    return {
      resultCode,
      tokenObject: {
        token: tokens.map(({ token }) => token),
        toBeExpiredAt: until.toISOString().slice(0, 19).replaceAll(/[T:]/g, '-'),
        maskedCardNo: `${'*'.repeat(card.cardno.length - 4)}${last4}`,
        isSecurityCodeSet: card.securitycode !== '',
      },
    }
  })
}
