import { ASKING_TIMEOUT_MS, askProvider, AUTHORISING_TIMEOUT_MS } from '../../port/provider-http.ts'
import type { GmoAccount } from './gmo-account.ts'
import { type GmoFields, readAnswer, writeForm } from './gmo-codec.ts'
import { errorOf, type GmoRefusal, readRefusal } from './gmo-errors.ts'

/** GMO's calls, each a small form. Every error becomes a value, and no body is ever logged. */

const ORIGINS = { test: 'https://pt01.mul-pay.jp', production: 'https://p01.mul-pay.jp' } as const

/** Calls that ask the issuer, which may take its time. */
const AUTHORISING: ReadonlySet<string> = new Set([
  'ExecTran',
  'ExecTranPaypay',
  'ExecTranDocomo',
  'ExecTranBrandtoken',
  'SecureTran2',
])

/** Calls that need only the trade's own keys. */
const WITHOUT_SHOP: ReadonlySet<string> = new Set(['ExecTran', 'SecureTran2', 'Tds2Auth', 'Tds2Result'])

export type GmoReply =
  | { readonly kind: 'answer'; readonly fields: GmoFields }
  | { readonly kind: 'refused'; readonly refusal: GmoRefusal }
  /** The request was never sent. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** It may have been executed. */
  | { readonly kind: 'lost'; readonly reason: string }

export interface GmoClient {
  /** @param name of the call, without its `.idPass`. */
  call(name: string, fields: GmoFields): Promise<GmoReply>
}

/** Where the calls go: GMO's test or production system, or a simulator. */
export function apiUrlOf({ apiUrl, environment }: GmoAccount): string {
  return (apiUrl ?? ORIGINS[environment]).replace(/\/$/, '')
}

export function createGmoClient(account: GmoAccount): GmoClient {
  const shop = { ShopID: account.shopId, ShopPass: account.shopPass }
  return {
    call: (name, fields) => {
      const form = writeForm(WITHOUT_SHOP.has(name) ? fields : { ...shop, ...fields })
      return 'refused' in form
        ? Promise.resolve(unwritable(name, form.refused))
        : send(`${apiUrlOf(account)}/payment/${name}.idPass`, name, form.body)
    },
  }
}

/** Sent anyway, it would say something other than we mean. */
function unwritable(name: string, field: string): GmoReply {
  const error = errorOf('configuration', [`${name} ${field} is not of Windows-31J`])
  return { kind: 'refused', refusal: { kind: 'error', error } }
}

async function send(url: string, name: string, body: string): Promise<GmoReply> {
  const response = await askProvider({
    what: `GMO ${name}`,
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=Windows-31J' },
    body,
    timeoutMs: AUTHORISING.has(name) ? AUTHORISING_TIMEOUT_MS : ASKING_TIMEOUT_MS,
  })
  if (response.kind !== 'answered') return response
  // GMO answers refusals with 200 as well, so any other status is not an answer of GMO's.
  if (response.status !== 200) return { kind: 'lost', reason: `GMO ${name}: status ${response.status}` }
  return read(name, response.body)
}

function read(name: string, bytes: Buffer): GmoReply {
  const fields = readAnswer(bytes)
  const codes = (fields['ErrInfo'] ?? fields['ErrCode'] ?? '').split('|').filter(code => code !== '')
  if (codes.length > 0) return { kind: 'refused', refusal: readRefusal(codes) }
  return Object.keys(fields).length > 0
    ? { kind: 'answer', fields }
    : { kind: 'lost', reason: `GMO ${name}: no answer in it` }
}
