import * as v from 'valibot'

import type { SavedCard } from '../../../session/pieces.ts'
import { askProvider } from './ask-provider.ts'
import type { TokenResult } from './ask-provider.ts'
import type { CardInput } from './card-input.ts'
import { knownAs } from './card-label.ts'

/** The part of `mp-token.js` that the store uses (docs/payments/gmo.md). */
interface Multipayment {
  init(shopId: string, publicKey?: string): void
  getToken(
    card: {
      readonly cardno: string
      /** `yyyyMM` */
      readonly expire: string
      readonly securitycode: string
      readonly holdername: string
      readonly tokennumber: string
    },
    answer: (given: unknown) => void,
  ): void
}

export interface GmoToken {
  readonly token: string
  readonly card: SavedCard | null
}

/**
 * Gives a card to GMO's script for a token that is valid once. @throws Error when the script is missing or does not
 * answer.
 */
export async function exchangeWithGmo(
  config: Readonly<Record<string, string>>,
  { number, year, month, code, name }: CardInput,
): Promise<TokenResult<GmoToken>> {
  const multipayment: unknown = Reflect.get(window, 'Multipayment')
  if (!isMultipayment(multipayment)) throw new Error('the script of GMO is not there')
  const { shop_id: shopId = '', public_key: publicKey } = config
  if (publicKey === undefined) multipayment.init(shopId)
  else multipayment.init(shopId, publicKey)
  const card = {
    cardno: number,
    expire: `${year}${month}`,
    securitycode: code,
    holdername: name,
    tokennumber: '1',
  }
  return readGmoAnswer(await askProvider(answer => multipayment.getToken(card, answer)))
}

const token = v.pipe(v.string(), v.minLength(1))
const made = v.object({
  resultCode: v.literal('000'),
  tokenObject: v.object({
    token: v.union([v.pipe(v.tupleWithRest([token], token)), token]),
    maskedCardNo: v.optional(v.string()),
  }),
})
const refused = v.object({ resultCode: v.union([v.string(), v.number()]) })

/** Reads the answer of `getToken`: `000` and a token, or a code that names the field. */
function readGmoAnswer(answer: unknown): TokenResult<GmoToken> {
  const success = v.safeParse(made, answer)
  if (success.success) {
    const { token: tokens, maskedCardNo } = success.output.tokenObject
    const first = typeof tokens === 'string' ? tokens : tokens[0]
    return { kind: 'token', token: { token: first, card: knownAs('', maskedCardNo) } }
  }
  const failure = v.safeParse(refused, answer)
  return { kind: 'refused', field: failure.success ? fieldOf(Number(failure.output.resultCode)) : null }
}

/** 100 to 102 mean the number, 110 to 113 the expiry, 121 and 122 the code, 131 and 132 the name. */
function fieldOf(code: number): 'number' | 'expiry' | 'code' | 'name' | null {
  if (code >= 100 && code <= 102) return 'number'
  if (code >= 110 && code <= 113) return 'expiry'
  if (code === 121 || code === 122) return 'code'
  return code === 131 || code === 132 ? 'name' : null
}

function isMultipayment(value: unknown): value is Multipayment {
  return typeof value === 'object' && value !== null && 'init' in value && 'getToken' in value
}
