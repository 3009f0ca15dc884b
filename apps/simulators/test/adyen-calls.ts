import * as v from 'valibot'

import { API_KEY, MERCHANT_ACCOUNT } from '../src/adyen/account.ts'
import { encryptTestCard } from '../src/adyen/encrypt-test-card.ts'
import type { RunningSimulators } from './running.ts'
import type { ReceivedNotice } from './store-endpoint.ts'

const RETURN_URL = 'http://localhost:3000/payment-return/adyen/p/r?own=1'
export const REFERENCE = '7eqksimy04i7tqlz5ndf0ghkx'
const BROWSER = {
  acceptHeader: '*/*',
  colorDepth: 24,
  javaEnabled: false,
  language: 'ja',
  screenHeight: 800,
  screenWidth: 1280,
  timeZoneOffset: -540,
  userAgent: 'test',
}
const REDIRECT = {
  attemptAuthentication: 'always',
  threeDSRequestData: { nativeThreeDS: 'disabled' },
}

export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** One call with the simulated account, as the store's server makes it. */
export async function call(url: string, path: string, body: object, key?: string): Promise<ApiAnswer> {
  const response = await fetch(`${url}/adyen/v72${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': API_KEY,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify({ merchantAccount: MERCHANT_ACCOUNT, ...body }),
  })
  const { status, headers } = response
  return { status, headers, body: v.parse(v.record(v.string(), v.unknown()), await response.json()) }
}

/** The part that every payment has. */
export const order = {
  reference: REFERENCE,
  amount: { value: 3200, currency: 'JPY' },
  returnUrl: RETURN_URL,
}

/** The request of a payment by a test card, authenticated by redirect and captured by the store. */
export async function byCard(url: string, last4: string, more: object = {}): Promise<object> {
  return {
    ...order,
    paymentMethod: await encryptTestCard(url, last4),
    channel: 'Web',
    browserInfo: BROWSER,
    authenticationData: REDIRECT,
    additionalData: { manualCapture: 'true' },
    ...more,
  }
}

const item = v.record(v.string(), v.unknown())
const webhook = v.object({ notificationItems: v.tuple([v.object({ NotificationRequestItem: item })]) })
const ledger = v.object({ entries: v.array(v.object({ kind: v.string(), amount: v.number() })) })

/** The fields of a webhook, its signature, and the text that must have been signed. */
export function read({
  body,
}: ReceivedNotice): Record<string, unknown> & { readonly signature: string; readonly text: string } {
  const [first] = v.parse(webhook, JSON.parse(body)).notificationItems
  const item = first.NotificationRequestItem
  const { value, currency } = v.parse(v.object({ value: v.number(), currency: v.string() }), item['amount'])
  const fields = ['pspReference', 'originalReference', 'merchantAccountCode', 'merchantReference']
  const text = [
    ...fields.map(name => item[name] ?? ''),
    value,
    currency,
    item['eventCode'],
    item['success'],
  ].join(':')
  const { hmacSignature } = v.parse(v.object({ hmacSignature: v.string() }), item['additionalData'])
  return { ...item, signature: hmacSignature, text }
}

/** Movements of money, oldest first, as kind and amount. */
export async function ledgerOf({ url }: RunningSimulators): Promise<unknown[]> {
  const response = await fetch(`${url}/_sim/ledger`)
  const { entries } = v.parse(ledger, await response.json())
  return entries.map(({ kind, amount }) => [kind, amount])
}
