import { randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { readScript, sendScript } from '../core/browser-script.ts'
import { writeTime } from '../core/japanese-time.ts'
import { storePageRoute } from '../core/store-page-route.ts'
import { passesLuhn } from '../core/test-cards.ts'
import { MERCHANT_ID, SERVICE_ID } from './account.ts'
import type { Token } from './records.ts'
import type { SoftbankParts } from './softbank-store.ts'

/** The gateway's names of the scripts, and the simulator's files. */
const SCRIPTS = [
  ['token', 'token.js'],
  ['tds2infotoken', 'tds2-info-token.js'],
] as const
const LIFE_MS = 30 * 60_000
const text = v.optional(v.string(), '')
const cardSchema = v.object({
  merchantId: text,
  serviceId: text,
  ccNumber: text,
  ccExpiration: text,
  securityCode: text,
})
const holderSchema = v.object({
  merchantId: text,
  serviceId: text,
  billingLastName: text,
  billingFirstName: text,
})

/** Types in a token's error code: a value is missing, or malformed. */
const MISSING = '03'
const MALFORMED = '06'
const UNKNOWN_MERCHANT = '99001'

/**
 * The two scripts and the exchanges behind them: only pages of the store may exchange digits, or data about the card
 * holder, for a token. The number and the names are checked here and kept nowhere.
 */
export function tokenRoutes(app: FastifyInstance, { store, now, storeOrigins }: SoftbankParts): void {
  for (const [name, file] of SCRIPTS) {
    const script = readScript(import.meta.url, file)
    app.get(`/sbpstoken/com_sbps_system_${name}.js`, (_request, reply) => sendScript(reply, script))
  }

  const exchange = (path: string, answer: (body: unknown) => object) =>
    storePageRoute(app, { path, storeOrigins, answer })

  const keep = (kind: Token['kind'], last4: string): Token => {
    const token = {
      token: randomBytes(32).toString('hex'),
      key: randomBytes(16).toString('hex'),
      kind,
      last4,
      until: new Date(now().getTime() + LIFE_MS).toISOString(),
      used: false,
    }
    store.commit({ tokens: [token] })
    return token
  }

  exchange('/sbpstoken/token', body => {
    const card = v.parse(cardSchema, body)
    const errorCode = isMerchant(card) ? problemOf(card, writeTime(now()).slice(0, 6)) : UNKNOWN_MERCHANT
    if (errorCode !== undefined) return { result: 'NG', errorCode }
    const last4 = card.ccNumber.slice(-4)
    const { token, key } = keep('card', last4)
    const maskedCcNumber = `${'*'.repeat(card.ccNumber.length - 4)}${last4}`
    return { result: 'OK', tokenResponse: { token, tokenKey: key, cardBrandCode: 'V', maskedCcNumber } }
  })

  exchange('/sbpstoken/tds2info', body => {
    const holder = v.parse(holderSchema, body)
    if (!isMerchant(holder)) return { result: 'NG', errorCode: UNKNOWN_MERCHANT }
    const { token, key } = keep('tds2_info', '')
    return { result: 'OK', tokenResponse: { tds2infoToken: token, tds2infoTokenKey: key } }
  })
}

function isMerchant({
  merchantId,
  serviceId,
}: {
  readonly merchantId: string
  readonly serviceId: string
}): boolean {
  return merchantId === MERCHANT_ID && serviceId === SERVICE_ID
}

/**
 * The error code of a card, or undefined. Its items are 003 for the number, 004 for the expiry and 005 for the security
 * code.
 */
function problemOf(
  { ccNumber, ccExpiration, securityCode }: v.InferOutput<typeof cardSchema>,
  month: string,
): string | undefined {
  const problem = (value: string, fits: boolean, item: string) =>
    value === '' ? `${MISSING}${item}` : fits ? undefined : `${MALFORMED}${item}`
  const isMonth = /^\d{4}(0[1-9]|1[0-2])$/.test(ccExpiration) && ccExpiration >= month
  return (
    problem(ccNumber, passesLuhn(ccNumber), '003') ??
    problem(ccExpiration, isMonth, '004') ??
    problem(securityCode, /^\d{3,4}$/.test(securityCode), '005')
  )
}
