import { assertNoTransaction } from '../../db/database.ts'
import type { GmoAccount } from './gmo-account.ts'
import { type GmoFields, readAnswer, writeForm } from './gmo-codec.ts'
import { errorOf, type GmoRefusal, readRefusal } from './gmo-errors.ts'

/** Calls of GMO, one small form each (payments §1). Whatever goes wrong is a value, and no body is ever logged. */

const ORIGINS = { test: 'https://pt01.mul-pay.jp', production: 'https://p01.mul-pay.jp' } as const

const MOST_BYTES = 256 * 1024
const TIMEOUT_MS = 15_000
/** The issuer is asked: it may take its time. */
const AUTHORISING_TIMEOUT_MS = 60_000
const AUTHORISING: ReadonlySet<string> = new Set([
  'ExecTran',
  'ExecTranPaypay',
  'ExecTranDocomo',
  'ExecTranBrandtoken',
  'SecureTran2',
])

/** Calls that the trade's own keys are enough for. */
const WITHOUT_SHOP: ReadonlySet<string> = new Set(['ExecTran', 'SecureTran2', 'Tds2Auth', 'Tds2Result'])

/** Nothing left this machine when the connection itself did not come about. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

export type GmoReply =
  | { readonly kind: 'answer'; readonly fields: GmoFields }
  | { readonly kind: 'refused'; readonly refusal: GmoRefusal }
  /** The request never left. */
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
      assertNoTransaction(`GMO ${name}`)
      const form = writeForm(WITHOUT_SHOP.has(name) ? fields : { ...shop, ...fields })
      return 'refused' in form
        ? Promise.resolve(unwritable(name, form.refused))
        : send(`${apiUrlOf(account)}/payment/${name}.idPass`, name, form.body)
    },
  }
}

/** Sent all the same, it would say something else than we mean. */
function unwritable(name: string, field: string): GmoReply {
  const error = errorOf('configuration', [`${name} ${field} is not of Windows-31J`])
  return { kind: 'refused', refusal: { kind: 'error', error } }
}

async function send(url: string, name: string, body: string): Promise<GmoReply> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=Windows-31J' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(AUTHORISING.has(name) ? AUTHORISING_TIMEOUT_MS : TIMEOUT_MS),
    })
    if (response.status === 200) return read(name, await readBytes(response))
    await response.body?.cancel()
    return { kind: 'lost', reason: `${name}: status ${response.status}` }
  } catch (error) {
    const code = codeOf(error)
    return { kind: NOT_CONNECTED.has(code) ? 'not_sent' : 'lost', reason: `${name}: ${code}` }
  }
}

/** @returns undefined when there is more than any answer holds. */
async function readBytes({ body }: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function read(name: string, bytes: Buffer | undefined): GmoReply {
  if (bytes === undefined) return { kind: 'lost', reason: `${name}: endless answer` }
  const fields = readAnswer(bytes)
  const codes = (fields['ErrInfo'] ?? fields['ErrCode'] ?? '').split('|').filter(code => code !== '')
  if (codes.length > 0) return { kind: 'refused', refusal: readRefusal(codes) }
  return Object.keys(fields).length > 0
    ? { kind: 'answer', fields }
    : { kind: 'lost', reason: `${name}: no answer in it` }
}

/** What the platform says of a connection that failed. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unreadable'
  const cause = error.cause
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error.name
}
