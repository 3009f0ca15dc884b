import * as v from 'valibot'

import type { SavedCard } from '../../../session/pieces.ts'
import { askProvider } from './ask-provider.ts'
import type { TokenResult } from './ask-provider.ts'
import type { CardInput } from './card-input.ts'
import { knownAs } from './card-label.ts'

/** The part of both token scripts of SB Payment Service that the store uses (docs/payments/softbank.md). */
interface TokenScript {
  generateToken(values: Readonly<Record<string, string>>, answer: (given: unknown) => void): void
}

export interface SoftbankToken {
  readonly token: string
  readonly tokenKey: string
  readonly card: SavedCard | null
}

/** The payer, whom the issuer assesses: from the card and the buyer form. */
export interface Payer {
  /** As on the card: `TARO YAMADA`. */
  readonly name: string
  /** '' when the buyer gave none. */
  readonly phone: string
  readonly email: string
}

type Config = Readonly<Record<string, string>>

/**
 * Gives a card to the script of SB Payment Service for a token that is valid once.
 *
 * @throws Error when the script is missing or does not answer.
 */
export async function exchangeWithSoftbank(
  config: Config,
  { number, year, month, code }: CardInput,
): Promise<TokenResult<SoftbankToken>> {
  const script = tokenScript('com_sbps_system')
  const values = { ...shopOf(config), ccNumber: number, ccExpiration: `${year}${month}`, securityCode: code }
  return readCardToken(await askProvider(answer => script.generateToken(values, answer)))
}

/** The second token, for EMV 3-D Secure: the payer. @throws Error like {@link exchangeWithSoftbank}. */
export async function exchangePayer(
  config: Config,
  { name, phone, email }: Payer,
): Promise<TokenResult<{ readonly token: string; readonly tokenKey: string }>> {
  const script = tokenScript('com_sbps_system_tds2')
  const [first = '', last = ''] = name.split(' ')
  const digits = phone.replace(/\D/g, '')
  const values = {
    ...shopOf(config),
    billingFirstName: first,
    billingLastName: last,
    ...(digits !== '' && { billingPhone: digits }),
    ...(email !== '' && { email }),
  }
  return readPayerToken(await askProvider(answer => script.generateToken(values, answer)))
}

const text = v.pipe(v.string(), v.minLength(1))
const cardToken = v.object({
  result: v.literal('OK'),
  tokenResponse: v.object({
    token: text,
    tokenKey: text,
    cardBrandCode: v.optional(v.string()),
    maskedCcNumber: v.optional(v.string()),
  }),
})
const payerToken = v.object({
  result: v.literal('OK'),
  tokenResponse: v.object({ tds2infoToken: text, tds2infoTokenKey: text }),
})
const refused = v.object({ errorCode: v.string() })

/** Brands by their codes at SB Payment Service. */
const BRANDS: Readonly<Record<string, string>> = {
  J: 'jcb',
  V: 'visa',
  M: 'mastercard',
  A: 'amex',
  D: 'diners',
}

/** Reads the answer of `com_sbps_system.generateToken`. */
function readCardToken(answer: unknown): TokenResult<SoftbankToken> {
  const success = v.safeParse(cardToken, answer)
  if (!success.success) return { kind: 'refused', field: fieldOf(answer) }
  const { token, tokenKey, cardBrandCode = '', maskedCcNumber } = success.output.tokenResponse
  return {
    kind: 'token',
    token: { token, tokenKey, card: knownAs(BRANDS[cardBrandCode] ?? '', maskedCcNumber) },
  }
}

/** Reads the answer of `com_sbps_system_tds2.generateToken`. */
function readPayerToken(answer: unknown): TokenResult<{ readonly token: string; readonly tokenKey: string }> {
  const success = v.safeParse(payerToken, answer)
  if (!success.success) return { kind: 'refused', field: null }
  const { tds2infoToken: token, tds2infoTokenKey: tokenKey } = success.output.tokenResponse
  return { kind: 'token', token: { token, tokenKey } }
}

/** The last three digits of an error name the field: 003 the number, 004 the expiry, 005 the security code. */
function fieldOf(answer: unknown): 'number' | 'expiry' | 'code' | null {
  const failure = v.safeParse(refused, answer)
  if (!failure.success || failure.output.errorCode.startsWith('99')) return null
  switch (failure.output.errorCode.slice(-3)) {
    case '003':
      return 'number'
    case '004':
      return 'expiry'
    case '005':
      return 'code'
    default:
      return null
  }
}

function shopOf({ merchant_id: merchantId = '', service_id: serviceId = '' }: Config): {
  readonly merchantId: string
  readonly serviceId: string
} {
  return { merchantId, serviceId }
}

function tokenScript(name: 'com_sbps_system' | 'com_sbps_system_tds2'): TokenScript {
  const script: unknown = Reflect.get(window, name)
  if (!isTokenScript(script)) throw new Error('the script of SB Payment Service is not there')
  return script
}

function isTokenScript(value: unknown): value is TokenScript {
  return typeof value === 'object' && value !== null && 'generateToken' in value
}
