import { createHash } from 'node:crypto'

import iconv from 'iconv-lite'
import * as v from 'valibot'

import { testCardNumber } from '../src/core/test-cards.ts'
import { HASH_KEY, MERCHANT_ID, SERVICE_ID } from '../src/softbank/account.ts'

export const STORE = 'http://localhost:3000'
export const ATTEMPT = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
/** The order reference that the store makes of the attempt's id. */
export const ORDER = BigInt(`0x${ATTEMPT.replaceAll('-', '')}`).toString(36)

/** Names and values in their order. A list is a group; `base64:` before a value encodes it. */
export type Elements = [string, string | Elements][]

const ledgerSchema = v.object({ totals: v.record(v.string(), v.unknown()) })
const tokenSchema = v.object({
  result: v.string(),
  errorCode: v.optional(v.string()),
  tokenResponse: v.optional(v.record(v.string(), v.string())),
})
const postBackSchema = v.object({ url: v.string(), fields: v.array(v.tuple([v.string(), v.string()])) })

export type TokenAnswer = v.InferOutput<typeof tokenSchema>

export interface SendOptions {
  readonly authorization?: string
  readonly hash?: (hash: string) => string
  readonly date?: Date
  readonly charset?: string
}

type AnswerFields = Record<string, string | undefined>

export interface SoftbankMerchant {
  readonly url: string
  /** Sends a request in bytes and gives the whole response. */
  readonly send: (id: string, body: Elements, sent?: SendOptions) => Promise<Response>
  /** Sends a request and gives the leaves of its answer by name. */
  readonly call: (id: string, body: Elements, sent?: SendOptions) => Promise<AnswerFields>
  /** Makes a token of a test card, and gives it with its key. */
  readonly token: (last4: string) => Promise<readonly [string, string]>
  /** The elements of an authorisation by token. */
  readonly purchase: (last4: string, orderId?: string) => Promise<Elements>
  /** Authorises a card and gives the elements by which later requests name it. */
  readonly authorized: (last4?: string, orderId?: string) => Promise<Elements>
  /**
   * Posts a purchase request of the link type; gives the address of the page, or the page that the gateway answers with
   * instead.
   */
  readonly open: (
    fields: Record<string, string>,
  ) => Promise<{ readonly page: string | null; readonly shown: string }>
  /** Totals by attempt. */
  readonly ledger: () => Promise<Record<string, unknown>>
  readonly control: (path: string, body: object) => Promise<Response>
}

/** A merchant at the simulator, with its requests in bytes and the steps of a browser. */
export function softbankMerchant(url: string): SoftbankMerchant {
  const send = async (id: string, body: Elements, sent: SendOptions = {}) => {
    const all: Elements = [
      ['merchant_id', MERCHANT_ID],
      ['service_id', SERVICE_ID],
      ...body,
      ['request_date', japaneseTime(sent.date ?? new Date())],
      ['limit_second', '30'],
    ]
    const hash = sha1(leaves(all), 'shift_jis')
    const xml = `<?xml version="1.0" encoding="${sent.charset ?? 'Shift_JIS'}"?><sps-api-request id="${id}">${write(all)}<sps_hashcode>${sent.hash?.(hash) ?? hash}</sps_hashcode></sps-api-request>`
    const basic = Buffer.from(`${MERCHANT_ID}${SERVICE_ID}:${HASH_KEY}`).toString('base64')
    return fetch(`${url}/softbank/api/xmlapi.do`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml', authorization: sent.authorization ?? `Basic ${basic}` },
      body: iconv.encode(xml, 'shift_jis'),
    })
  }
  const call = async (id: string, body: Elements, sent: SendOptions = {}) => {
    const bytes = Buffer.from(await (await send(id, body, sent)).arrayBuffer())
    const matches = iconv.decode(bytes, 'shift_jis').matchAll(/<(\w+)(?:\/>|>([^<]*)<\/\1>)/g)
    const answer: AnswerFields = {}
    for (const [, name = '', value = ''] of matches) answer[name] = value
    return answer
  }
  const token = async (last4: string) => {
    const { tokenResponse } = await exchange(url, 'token', {
      ccNumber: testCardNumber(last4),
      ccExpiration: '204012',
      securityCode: '123',
    })
    return [tokenResponse?.['token'] ?? '', tokenResponse?.['tokenKey'] ?? ''] as const
  }
  const purchase = async (last4: string, orderId = ORDER): Promise<Elements> => {
    const [value, key] = await token(last4)
    return [
      ['cust_code', 'c1'],
      ['order_id', orderId],
      ['item_id', 'tickets'],
      ['item_name', 'base64:入場券①'],
      ['tax', '290'],
      ['amount', '3200'],
      [
        'pay_option_manage',
        [
          ['token', value],
          ['token_key', key],
          ['cust_manage_flg', '0'],
        ],
      ],
      ['encrypted_flg', '0'],
    ]
  }
  return {
    url,
    send,
    call,
    token,
    purchase,
    authorized: async (last4 = '1112', orderId = ORDER): Promise<Elements> => {
      const answer = await call('ST01-00131-101', await purchase(last4, orderId))
      return [
        ['sps_transaction_id', answer['res_sps_transaction_id'] ?? ''],
        ['tracking_id', answer['res_tracking_id'] ?? ''],
      ]
    },
    open: async (fields: Record<string, string>) => {
      const response = await fetch(`${url}/softbank/f01/FepBuyInfoReceive.do`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Object.entries(fields)
          .map(
            ([name, value]) =>
              `${name}=${iconv.encode(value, 'shift_jis').toString('hex').replaceAll(/../g, '%$&')}`,
          )
          .join('&'),
        redirect: 'manual',
      })
      return { page: response.headers.get('location'), shown: await response.text() }
    },
    ledger: async () => v.parse(ledgerSchema, await (await fetch(`${url}/_sim/ledger`)).json()).totals,
    control: (path: string, body: object) =>
      fetch(`${url}/_sim/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

/** A purchase request in the order of its hash, which it ends with. */
export function purchaseForm(
  method: 'paypay' | 'alipay',
  more: Record<string, string> = {},
): Record<string, string> {
  const fields: Record<string, string> = {
    pay_method: method,
    merchant_id: MERCHANT_ID,
    service_id: SERVICE_ID,
    cust_code: 'c1',
    sps_cust_no: '',
    sps_payment_no: '',
    order_id: ORDER,
    item_id: 'tickets',
    pay_item_id: '',
    item_name: '入場券①',
    tax: '290',
    amount: '3200',
    pay_type: '0',
    auto_charge_type: '',
    service_type: '0',
    div_settele: '',
    last_charge_month: '',
    camp_type: '',
    tracking_id: '',
    terminal_type: '',
    success_url: `${STORE}/back/success`,
    cancel_url: `${STORE}/back/cancel`,
    error_url: `${STORE}/back/failure`,
    pagecon_url: `${STORE}/payment-webhooks/softbank`,
    free1: '',
    free2: '',
    free3: '',
    free_csv: '',
    request_date: japaneseTime(new Date()),
    limit_second: '600',
    ...more,
  }
  return { ...fields, sps_hashcode: sha1(Object.values(fields), 'utf8') }
}

/** Asks for a token as a token script does, by default from a page of the store. */
export async function exchange(
  url: string,
  name: string,
  body: Record<string, string>,
  origin = STORE,
): Promise<TokenAnswer> {
  const response = await fetch(`${url}/softbank/sbpstoken/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ merchantId: MERCHANT_ID, serviceId: SERVICE_ID, ...body }),
  })
  if (!response.ok) return { result: `HTTP ${response.status}` }
  return v.parse(tokenSchema, await response.json())
}

/** Answers a page. Gives the address to which it sends the browser, or null when it sends it nowhere. */
export async function answerPage(
  address: string,
  answer?: string,
): Promise<{
  readonly url: string
  readonly fields: Record<string, string>
  readonly names: readonly string[]
} | null> {
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { accept: 'application/json' },
    ...(answer !== undefined && { method: 'POST', body: new URLSearchParams({ answer }) }),
  })
  if (response.status === 204) return null
  if (response.status === 303) return { url: response.headers.get('location') ?? '', fields: {}, names: [] }
  const { url, fields } = v.parse(postBackSchema, await response.json())
  return { url, fields: Object.fromEntries(fields), names: fields.map(([name]) => name) }
}

export function sha1(values: readonly string[], charset: string): string {
  return createHash('sha1')
    .update(iconv.encode(values.map(value => value.trim()).join('') + HASH_KEY, charset))
    .digest('hex')
}

export function japaneseTime(date: Date): string {
  return new Date(date.getTime() + 9 * 3_600_000).toISOString().slice(0, 19).replaceAll(/\D/g, '')
}

function leaves(elements: Elements): readonly string[] {
  return elements.flatMap(([, value]) =>
    typeof value === 'string' ? [value.replace('base64:', '')] : leaves(value),
  )
}

function write(elements: Elements): string {
  return elements
    .map(([name, value]) => `<${name}>${typeof value === 'string' ? leaf(value) : write(value)}</${name}>`)
    .join('')
}

function leaf(value: string): string {
  const plain = value.replace('base64:', '')
  return plain === value ? value : iconv.encode(plain, 'shift_jis').toString('base64')
}
