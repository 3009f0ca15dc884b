import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

import * as v from 'valibot'
import { onTestFinished } from 'vitest'

import { testCardNumber } from '../../simulators/src/core/test-cards.ts'
import { providerOrderRefOf } from '../src/payments/port/order-ref.ts'
import type {
  AttemptRef,
  BrowserStep,
  PaymentOutcome,
  PaymentProvider,
  ProviderEvent,
  ProviderRefs,
  Refund,
} from '../src/payments/port/port.ts'
import {
  type SoftbankAccount,
  softbankAccountOf,
} from '../src/payments/providers/softbank/softbank-account.ts'
import { createSoftbankProvider } from '../src/payments/providers/softbank/softbank-provider.ts'
import { clockAhead } from './clock-ahead.ts'
import { FORM_HEADERS, formBody } from './form-body.ts'
import { type ProviderSimulators, startProviderSimulators } from './provider-simulators.ts'

const STORE = 'http://localhost:3000'
export const RETURN_URL = `${STORE}/payment-return/softbank/pay_1/ret_1`
export const PRICE = 3200

/** The simulator's ledger of an attempt, in yen. */
const money = v.object({
  authorizations: v.number(),
  authorized: v.number(),
  captured: v.number(),
  refunded: v.number(),
  voided: v.number(),
})
export const NO_MONEY = { authorizations: 0, authorized: 0, captured: 0, refunded: 0, voided: 0 } as const
const ledger = v.object({ totals: v.record(v.string(), money) })
const tokenAnswer = v.object({ tokenResponse: v.record(v.string(), v.string()) })
const postBack = v.object({ url: v.string(), fields: v.array(v.tuple([v.string(), v.string()])) })

type Method = 'softbank_credit' | 'softbank_3ds' | 'softbank_paypay' | 'softbank_alipay'
type PageAnswer = 'pay' | 'fail' | 'cancel' | 'pay_no_return'
/** Where a page sends the browser, with all its fields; null for nowhere. */
export type BrowserTarget = { readonly url: string; readonly fields: URLSearchParams } | null

/** One attempt as the store would have it: it keeps what it is told. */
export interface OneAttempt {
  ref: AttemptRef
  /** References kept before the following call, in order. */
  readonly kept: ProviderRefs[]
  /** Calls the adapter, and keeps the references of its outcome. */
  readonly start: () => Promise<PaymentOutcome>
  readonly resume: () => Promise<PaymentOutcome>
  /** The browser comes back. */
  readonly comeBack: (sent: BrowserTarget) => void
  readonly money: () => Promise<v.InferOutput<typeof money>>
}

export interface SoftbankBench {
  readonly simulators: ProviderSimulators
  readonly account: SoftbankAccount
  readonly provider: PaymentProvider
  readonly attempt: (method: Method, last4?: string) => Promise<OneAttempt>
  /** An authorised card or PayPay attempt, or a paid Alipay attempt. */
  readonly paid: (method: Method) => Promise<OneAttempt>
  /** The same, captured. */
  readonly captured: (method: Method) => Promise<OneAttempt>
  /** Opens the page of the link type with the form that the browser would send. */
  readonly openPage: (step: BrowserStep) => Promise<string>
  /** The webhook events so far, as the adapter reads them; the attempt that they name keeps their references. */
  readonly events: ProviderEvent[]
  /** Resolves once this many have arrived. */
  readonly notices: (count: number) => Promise<void>
  /** The next message to any other address at the same host; the reply is empty. */
  readonly astray: () => Promise<Buffer>
  readonly arm: (op: string, mode: string, more?: Readonly<Record<string, unknown>>) => Promise<void>
  readonly contract: (settings: Readonly<Record<string, unknown>>) => Promise<void>
  /** For both sides. */
  readonly setAhead: (seconds: number) => Promise<void>
}

/** The simulator of SB Payment Service, and an adapter for it, until the test ends. */
export async function openSoftbankBench(more: Readonly<Record<string, string>> = {}): Promise<SoftbankBench> {
  const simulators = await startProviderSimulators()
  const { url } = simulators
  const account = softbankAccountOf({ ...simulators.variablesOf('softbank'), ...more })
  if (account === null) throw new Error('the simulator has no account')
  let ahead = 0
  const provider = createSoftbankProvider(account, { clock: clockAhead(() => ahead * 1000) })
  const attempts: OneAttempt[] = []
  const notices = await listenForNotices(provider, attempts)

  const bench: SoftbankBench = {
    simulators,
    account,
    provider,
    events: notices.events,
    notices: notices.count,
    astray: notices.astray,
    attempt: async (method, last4 = '1112') => {
      const refs = await inputOf(url, method, last4)
      const one = oneAttempt({ bench, method, refs, notifyUrl: notices.url })
      attempts.push(one)
      return one
    },
    paid: async method => {
      const one = await bench.attempt(method)
      const outcome = await one.start()
      if (method === 'softbank_credit') return expectKind(one, outcome, 'authorized')
      if (method === 'softbank_3ds') {
        one.comeBack(await visit(urlOf(outcome)))
        return expectKind(one, await one.resume(), 'authorized')
      }
      const before = notices.events.length
      one.comeBack(await visit(await bench.openPage(stepOf(outcome)), 'pay'))
      await notices.count(before + 1)
      return expectKind(one, await one.resume(), method === 'softbank_paypay' ? 'authorized' : 'captured')
    },
    captured: async method => {
      const one = await bench.paid(method)
      const outcome = await provider.capture(one.ref)
      if (outcome.kind !== 'done' && outcome.kind !== 'already') throw new Error(outcome.kind)
      return one
    },
    openPage: async step => {
      if (step.kind !== 'form') throw new Error(step.kind)
      const response = await fetch(step.url, {
        method: 'POST',
        headers: FORM_HEADERS,
        body: formBody(step.fields, step.charset),
        redirect: 'manual',
      })
      const location = response.headers.get('location')
      if (location === null) throw new Error(`the page answered ${response.status}`)
      return location
    },
    arm: (op, mode, rest) => simulators.arm({ provider: 'softbank', op, mode, ...rest }),
    contract: async settings => {
      const response = await fetch(`${url}/_sim/softbank`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    setAhead: seconds => {
      ahead = seconds
      return simulators.setAhead(seconds)
    },
  }
  return bench
}

function expectKind(one: OneAttempt, outcome: PaymentOutcome, kind: PaymentOutcome['kind']): OneAttempt {
  if (outcome.kind !== kind) throw new Error(JSON.stringify(outcome))
  return one
}

function oneAttempt({
  bench,
  method,
  refs,
  notifyUrl,
}: {
  readonly bench: SoftbankBench
  readonly method: Method
  readonly refs: ProviderRefs
  readonly notifyUrl: string
}): OneAttempt {
  const attemptId = randomUUID()
  const kept: ProviderRefs[] = []
  const learn = (more: ProviderRefs): void => {
    one.ref = { ...one.ref, refs: { ...one.ref.refs, ...more } }
  }
  const keep = async (more: ProviderRefs): Promise<void> => {
    kept.push(more)
    learn(more)
  }
  const after = (outcome: PaymentOutcome): PaymentOutcome => {
    learn(outcome.refs)
    return outcome
  }
  const one: OneAttempt = {
    ref: {
      attemptId,
      providerOrderRef: providerOrderRefOf(attemptId),
      method,
      amount: { currency: 'JPY', minor: PRICE },
      taxAmount: 290,
      secondsLeft: 840,
      refs,
    },
    kept,
    start: async () => after(await bench.provider.start(one.ref, { returnUrl: RETURN_URL, notifyUrl, keep })),
    resume: async () => after(await bench.provider.resume(one.ref, { keep })),
    comeBack: sent => {
      const read = bench.provider.readReturn(sent?.fields ?? new URLSearchParams())
      const last = new URL(sent?.url ?? RETURN_URL).pathname.split('/').at(-1) ?? ''
      const named = Object.entries(read.kept).map(([name, value]) => [`return_${name}`, value] as const)
      learn({ ...Object.fromEntries(named), return_hint: last })
    },
    money: async () => {
      const response = await fetch(`${bench.simulators.url}/_sim/ledger?attempt_id=${attemptId}`)
      return v.parse(ledger, await response.json()).totals[attemptId] ?? NO_MONEY
    },
  }
  return one
}

const NOTICE_PATH = '/payment-webhooks/softbank'

/** The store's receiver of notices: keeps what the adapter reads, and replies as it says. */
async function listenForNotices(provider: PaymentProvider, attempts: OneAttempt[]) {
  const events: ProviderEvent[] = []
  const lost: ((body: Buffer) => void)[] = []
  const waiting: { readonly wanted: number; readonly done: () => void }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      if (request.url !== NOTICE_PATH) {
        for (const done of lost.splice(0)) done(body)
        return response.writeHead(404).end()
      }
      const notices = provider.parseNotification({ header: () => undefined, body, path: '/', key: undefined })
      if (notices === undefined) return response.writeHead(401).end()
      for (const event of notices.events) {
        events.push(event)
        const one = attempts.find(({ ref }) => ref.attemptId === event.attemptId)
        // Known references are not overwritten.
        if (one !== undefined) one.ref = { ...one.ref, refs: { ...event.refs, ...one.ref.refs } }
      }
      response
        .writeHead(notices.stored.status, { 'content-type': notices.stored.contentType })
        .end(notices.stored.body)
      for (const { wanted, done } of waiting) if (events.length >= wanted) done()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}${NOTICE_PATH}`,
    events,
    astray: () => new Promise<Buffer>(done => lost.push(done)),
    count: (wanted: number) =>
      new Promise<void>(done => {
        if (events.length >= wanted) done()
        else waiting.push({ wanted, done })
      }),
  }
}

export function refundOf(minor: number, refundedBefore = 0): Refund {
  return { key: `refund-${refundedBefore}`, amount: { currency: 'JPY', minor }, refundedBefore }
}

/** A refund whose try is recorded with the attempt, as the store does it. */
export function keptRefundOf(one: OneAttempt, minor: number, refundedBefore = 0): Refund {
  return {
    ...refundOf(minor, refundedBefore),
    keep: async refs => {
      one.ref = { ...one.ref, refs: { ...one.ref.refs, ...refs } }
    },
  }
}

export function stepOf(outcome: PaymentOutcome): BrowserStep {
  if (outcome.kind !== 'action_required') throw new Error(JSON.stringify(outcome))
  return outcome.step
}

export function urlOf(outcome: PaymentOutcome): string {
  const step = stepOf(outcome)
  if (step.kind !== 'redirect') throw new Error(step.kind)
  return step.url
}

/** Opens a page, or answers it. */
export async function visit(address: string, answer?: PageAnswer): Promise<BrowserTarget> {
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { accept: 'application/json' },
    ...(answer !== undefined && { method: 'POST', body: new URLSearchParams({ answer }) }),
  })
  if (response.status === 204) return null
  if (response.status === 200) {
    const { url, fields } = v.parse(postBack, await response.json())
    return { url, fields: new URLSearchParams(fields) }
  }
  const url = new URL(response.headers.get('location') ?? '', address)
  return { url: url.href, fields: url.searchParams }
}

/** The fields that the gateway's scripts give the browser for a method. */
async function inputOf(url: string, method: Method, last4: string): Promise<ProviderRefs> {
  if (method === 'softbank_paypay' || method === 'softbank_alipay') return {}
  const who = { merchantId: '30199', serviceId: '001' }
  const card = { ...who, ccNumber: testCardNumber(last4), ccExpiration: '204012', securityCode: '123' }
  const { token = '', tokenKey = '' } = await exchange(`${url}/softbank/sbpstoken/token`, card)
  if (method === 'softbank_credit') return { token, token_key: tokenKey }
  const holder = { ...who, billingLastName: 'KIPPU', billingFirstName: 'TARO' }
  const info = await exchange(`${url}/softbank/sbpstoken/tds2info`, holder)
  return {
    token,
    token_key: tokenKey,
    tds2_info_token: info['tds2infoToken'] ?? '',
    tds2_info_token_key: info['tds2infoTokenKey'] ?? '',
  }
}

async function exchange(url: string, body: object): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: STORE },
    body: JSON.stringify(body),
  })
  return v.parse(tokenAnswer, await response.json()).tokenResponse
}
