import type { AttemptRef, ProviderRefs } from '../../port/port.ts'
import type { GmoFields } from './gmo-codec.ts'
import { accessRefs, type Gmo, type GmoProduct, productOf } from './gmo-context.ts'

/** A trade as GMO returns it for an order reference (SearchTrade, SearchTradeMulti). A query changes nothing. */
export interface Trade {
  readonly status: string
  /** Yen, including what GMO calls tax. After a partial refund it is lower for a card and the same for a wallet. */
  readonly amount: number
  /** Yen that were refunded or released by amount (wallets). */
  readonly cancelled: number
  /** `yyyyMMdd…` in Japan, of the last step; empty when GMO does not say. */
  readonly processed: string
  /** The keys to the trade; fewer when GMO does not return them. */
  readonly refs: ProviderRefs
}

export type FoundTrade =
  | { readonly kind: 'trade'; readonly trade: Trade }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reason: string }

/** The fields of what went back of a wallet. A card has none: its amount is reduced. */
export const CANCELLED_FIELDS: Readonly<Record<GmoProduct, readonly string[]>> = {
  card: [],
  brand_token: [],
  paypay: ['PayPayCancelAmount', 'PayPayCancelTax'],
  docomo: ['DocomoCancelAmount', 'DocomoCancelTax'],
}

export async function findTrade(gmo: Gmo, attempt: AttemptRef): Promise<FoundTrade> {
  const reply = await gmo.client.call(...questionOf(gmo, attempt))
  switch (reply.kind) {
    case 'answer':
      return readTrade(gmo, attempt, reply.fields)
    case 'refused':
      // A trade whose keys we have does not disappear.
      if (reply.refusal.kind === 'missing' && attempt.refs['access_id'] === undefined) return { kind: 'none' }
      return { kind: 'unknown', reason: `the question was refused: ${codesOf(reply.refusal)}` }
    case 'not_sent':
    case 'lost':
      return { kind: 'unknown', reason: reply.reason }
  }
}

function questionOf({ account }: Gmo, attempt: AttemptRef): [name: string, fields: GmoFields] {
  const OrderID = attempt.providerOrderRef
  switch (productOf(attempt.method)) {
    case 'card':
      return ['SearchTrade', { OrderID }]
    case 'paypay':
      return ['SearchTradeMulti', { OrderID, PayType: '45' }]
    case 'docomo':
      return ['SearchTradeMulti', { OrderID, PayType: '9' }]
    case 'brand_token':
      return ['SearchTradeMulti', { OrderID, PayType: account.brandTokenPayType ?? '' }]
  }
}

function codesOf(
  refusal: { readonly codes: readonly string[] } | { readonly error: { readonly codes: readonly string[] } },
): string {
  return ('codes' in refusal ? refusal.codes : refusal.error.codes).join(' ')
}

function readTrade(gmo: Gmo, attempt: AttemptRef, fields: GmoFields): FoundTrade {
  const { Status: status, OrderID: orderId, AccessID: id, AccessPass: pass } = fields
  const amount = sumOfYen(fields, ['Amount', 'Tax'])
  const cancelled = sumOfYen(fields, CANCELLED_FIELDS[productOf(attempt.method)])
  if (status === undefined || amount === undefined || cancelled === undefined)
    return { kind: 'unknown', reason: 'a trade that cannot be read' }
  const known = attempt.refs['access_id']
  const isOurs =
    orderId === undefined ? id !== undefined && id === known : orderId === attempt.providerOrderRef
  if (!isOurs || (known !== undefined && id !== undefined && id !== known))
    return { kind: 'unknown', reason: 'the trade of another attempt' }
  const refs = known === undefined ? recovered(gmo, id, pass) : { access_id: known }
  return { kind: 'trade', trade: { status, amount, cancelled, processed: fields['ProcessDate'] ?? '', refs } }
}

/** The answer to the registration was lost: the query returns the keys nevertheless. */
function recovered(gmo: Gmo, id: string | undefined, pass: string | undefined): ProviderRefs {
  return id === undefined || pass === undefined ? {} : accessRefs(gmo, id, pass)
}

/** @returns undefined unless every present field is an amount in yen; a missing field counts as 0. */
export function sumOfYen(fields: GmoFields, names: readonly string[]): number | undefined {
  const amounts = names.map(name => fields[name] ?? '').map(text => (text === '' ? '0' : text))
  if (!amounts.every(text => /^\d{1,10}$/.test(text))) return undefined
  return amounts.reduce((sum, text) => sum + Number(text), 0)
}
