import { randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { readScript, sendScript } from '../core/browser-script.ts'
import { storePageRoute } from '../core/store-page-route.ts'
import { isTestShop, SHOP_ID } from './account.ts'
import { cardResultCode } from './card-result-code.ts'
import type { GmoParts } from './gmo-store.ts'
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
 * The token script and the exchange behind it: only pages of the store may exchange digits for a token. The number is
 * checked here and kept nowhere.
 */
export function tokenRoutes(app: FastifyInstance, { store, now, storeOrigins }: GmoParts): void {
  const script = readScript(import.meta.url, 'mp-token.js')

  app.get('/js/mp-token.js', (_request, reply) => sendScript(reply, script))

  const exchange = (body: unknown): object => {
    const { shopId, ...card } = v.parse(requestSchema, body)
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
  }
  storePageRoute(app, { path: '/token', storeOrigins, answer: exchange })
}
