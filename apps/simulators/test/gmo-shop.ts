import iconv from 'iconv-lite'
import * as v from 'valibot'

import { testCardNumber } from '../src/core/test-cards.ts'
import { SHOP_ID, SHOP_PASS } from '../src/gmo/account.ts'

export const STORE = 'http://localhost:3000'
export const RETURN_URL = `${STORE}/payment-return/gmo/n1/x`
export const ATTEMPT = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
/** The order reference that the store makes of the attempt's id. */
export const ORDER = BigInt(`0x${ATTEMPT.replaceAll('-', '')}`).toString(36)

export type Fields = Record<string, string>

const ledgerSchema = v.object({ totals: v.record(v.string(), v.unknown()) })
const tokenSchema = v.object({
  resultCode: v.string(),
  tokenObject: v.optional(v.object({ token: v.array(v.string()), maskedCardNo: v.string() })),
})
const postBackSchema = v.object({ url: v.string(), fields: v.array(v.tuple([v.string(), v.string()])) })

export type TokenAnswer = v.InferOutput<typeof tokenSchema>

interface Access extends Fields {
  readonly AccessID: string
  readonly AccessPass: string
  readonly OrderID: string
}
interface ExecutedTrade {
  readonly access: Access
  readonly answer: Fields
}

export interface Shop {
  readonly url: string
  /** Sends a call in bytes and gives the whole response. */
  send(name: string, fields: Fields): Promise<Response>
  /** Sends a call without the shop and gives the answer as text. */
  raw(name: string, fields: Fields): Promise<string>
  /** Sends a call of the shop. */
  call(name: string, fields?: Fields): Promise<Fields>
  /** Makes a token of a test card. */
  token(last4: string): Promise<string>
  /** Calls EntryTran and gives the access pair, ready to be spread into the next call. */
  enter(more?: Fields, name?: string): Promise<Access>
  /** Calls EntryTran and ExecTran with a test card, without 3-D Secure. */
  pay(last4: string, more?: Fields): Promise<ExecutedTrade>
  /** Calls EntryTran and ExecTran with 3-D Secure; the answer has the address for the browser. */
  payWith3ds(last4: string, callbackType?: '1' | '3'): Promise<ExecutedTrade>
  /** Totals by attempt. */
  ledger(): Promise<Record<string, unknown>>
  control(path: string, body: object): Promise<Response>
  arm(fault: object): Promise<Response>
}

/** A shop at the simulator, with its calls in bytes and the steps of a browser. */
export function gmoShop(url: string): Shop {
  const send = async (name: string, fields: Fields) => {
    const body = Object.entries(fields)
      .map(([key, value]) => `${key}=${percent(value)}`)
      .join('&')
    return fetch(`${url}/gmo/payment/${name}.idPass`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  }
  const raw = async (name: string, fields: Fields) =>
    iconv.decode(Buffer.from(await (await send(name, fields)).arrayBuffer()), 'windows-31j')
  const call = async (name: string, fields: Fields = {}) =>
    answerOf(await raw(name, { ShopID: SHOP_ID, ShopPass: SHOP_PASS, ...fields }))
  const token = async (last4: string) => {
    const { tokenObject } = await askToken(url, { cardno: testCardNumber(last4) })
    return tokenObject?.token[0] ?? ''
  }
  const enter = async (more: Fields = {}, name = 'EntryTran') => {
    const { AccessID = '', AccessPass = '' } = await call(name, {
      OrderID: ORDER,
      JobCd: 'AUTH',
      Amount: '3200',
      ...more,
    })
    return { AccessID, AccessPass, OrderID: more['OrderID'] ?? ORDER }
  }
  const control = (path: string, body: object) =>
    fetch(`${url}/_sim/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    url,
    send,
    raw,
    call,
    token,
    enter,
    async pay(last4: string, more: Fields = {}) {
      const access = await enter(more)
      const answer = await call('ExecTran', { ...access, Method: '1', Token: await token(last4) })
      return { access, answer }
    },
    async payWith3ds(last4: string, callbackType: '1' | '3' = '1') {
      const access = await enter({ TdFlag: '2', TdTenantName: '切符博物館' })
      const tds = { RetUrl: RETURN_URL, CallbackType: callbackType }
      const exec = { ...access, ...tds, Method: '1', Token: await token(last4) }
      return { access, answer: await call('ExecTran', exec) }
    },
    ledger: async () => v.parse(ledgerSchema, await (await fetch(`${url}/_sim/ledger`)).json()).totals,
    control,
    arm: fault => control('faults', { provider: 'gmo', ...fault }),
  }
}

/** Splits an answer at `&` as the store has to: a name that GMO does not have belongs to the value before it. */
function answerOf(text: string): Fields {
  const fields: Fields = {}
  let last = ''
  for (const piece of text.split('&')) {
    const [name = '', ...rest] = piece.split('=')
    if (/^[A-Z]/.test(name) && !/^[A-Z]+$/.test(name.slice(1))) fields[(last = name)] = rest.join('=')
    else if (name === 'ACS') fields[name] = rest.join('=')
    else fields[last] += `&${piece}`
  }
  return fields
}

/** Asks for a token as mp-token.js does, by default from a page of the store. */
export async function askToken(url: string, card: Fields, origin = STORE): Promise<TokenAnswer> {
  const response = await fetch(`${url}/gmo/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ shopId: SHOP_ID, expire: '4012', securitycode: '123', ...card }),
  })
  if (!response.ok) return { resultCode: `HTTP ${response.status}` }
  return v.parse(tokenSchema, await response.json())
}

/** Follows a page: gives the address to which it sends the browser, and the fields if it posts them. */
export async function follow(
  address: string,
  form?: Fields,
): Promise<{ readonly url: string; readonly fields: Fields } | null> {
  const body = form && new URLSearchParams(form)
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { accept: 'application/json' },
    ...(body && { method: 'POST', body }),
  })
  if (response.status === 204) return null
  if (response.status === 200) {
    const { url, fields } = v.parse(postBackSchema, await response.json())
    return { url, fields: Object.fromEntries(fields) }
  }
  const url = new URL(response.headers.get('location') ?? '', address)
  const fields = Object.fromEntries(url.searchParams)
  return { url: url.href, fields }
}

function percent(value: string): string {
  return Array.from(
    iconv.encode(value, 'windows-31j'),
    byte => `%${byte.toString(16).padStart(2, '0')}`,
  ).join('')
}
