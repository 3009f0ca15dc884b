import { randomUUID } from 'node:crypto'

import * as v from 'valibot'

import { providerOrderRefOf } from '../src/payments/port/order-ref.ts'
import { gmoAccountOf } from '../src/payments/providers/gmo/gmo-account.ts'
import { createGmoProvider } from '../src/payments/providers/gmo/gmo-provider.ts'
import type {
  AttemptRef,
  BrowserStep,
  PaymentOutcome,
  PaymentProvider,
  ProviderRefs,
  Refund,
} from '../src/payments/port/port.ts'
import { createSeal } from '../src/payments/port/seal.ts'
import { clockAhead } from './clock-ahead.ts'
import { type ProviderSimulators, startProviderSimulators } from './provider-simulators.ts'

const STORE = 'http://localhost:3000'
export const RETURN_URL = `${STORE}/payment-return/gmo/pay_1/ret_1`
export const PRICE = 3200

/** The simulator's ledger of an attempt, in yen. */
const money = v.object({
  authorizations: v.number(),
  authorized: v.number(),
  captured: v.number(),
  refunded: v.number(),
  voided: v.number(),
})
const ledger = v.object({ totals: v.record(v.string(), money) })
const tokens = v.object({ tokenObject: v.object({ token: v.tuple([v.string()]) }) })
const postBack = v.object({ url: v.string(), fields: v.array(v.tuple([v.string(), v.string()])) })

type StartedAttempt = { readonly outcome: PaymentOutcome; readonly attempt: AttemptRef }
/** Where a page sends the browser, with all its fields; null for nowhere. */
export type BrowserTarget = { readonly url: string; readonly fields: URLSearchParams } | null
export type PageAnswer = 'pay' | 'fail' | 'cancel' | 'pay_no_return'

export interface GmoBench {
  readonly simulators: ProviderSimulators
  readonly provider: PaymentProvider
  /** A token of a test card, as GMO's script makes it in the store's page. */
  readonly card: (last4: string) => Promise<string>
  readonly newAttempt: (method: AttemptRef['method'], refs?: ProviderRefs) => AttemptRef
  /** Calls `start` as the store does; the returned attempt has the kept references and those of the outcome. */
  readonly start: (attempt: AttemptRef) => Promise<StartedAttempt>
  /** A paid card attempt. */
  readonly authorized: () => Promise<AttemptRef>
  /** The same, captured. */
  readonly captured: () => Promise<AttemptRef>
  readonly money: (attempt: AttemptRef) => Promise<v.InferOutput<typeof money>>
  readonly arm: (op: string, mode: string, more?: Readonly<Record<string, unknown>>) => Promise<void>
  /** Settings of the simulated contract. */
  readonly contract: (settings: Readonly<Record<string, unknown>>) => Promise<void>
  /** For both sides. */
  readonly setAhead: (seconds: number) => Promise<void>
}

/**
 * GMO's simulator, and an adapter for it, until the test ends. `more`: other variables, '' for unset ones; `storeUrl`:
 * the address for webhook events.
 */
export async function openGmoBench(
  more: Readonly<Record<string, string>> = {},
  storeUrl?: string,
): Promise<GmoBench> {
  const simulators = await startProviderSimulators(storeUrl)
  const { url } = simulators
  const variables = Object.entries({ ...simulators.variablesOf('gmo'), ...more })
  const account = gmoAccountOf(Object.fromEntries(variables.filter(([, value]) => value !== '')))
  if (account === null) throw new Error('the simulator has no account')
  let ahead = 0
  const adapter = createGmoProvider(account, {
    clock: clockAhead(() => ahead * 1000),
    seal: createSeal('a key that only this test knows, long enough'),
  })
  // The recorded refund tries, as the store keeps them with the attempt.
  const tried = new Map<string, ProviderRefs>()
  const provider: PaymentProvider = {
    ...adapter,
    refund: (attempt, refund) => {
      const known = tried.get(attempt.attemptId) ?? {}
      const keep = async (refs: ProviderRefs): Promise<void> =>
        void tried.set(attempt.attemptId, { ...known, ...refs })
      return adapter.refund(withRefs(attempt, known), { keep, ...refund })
    },
  }
  const start: GmoBench['start'] = async attempt => {
    const kept: ProviderRefs[] = []
    const keep = async (refs: ProviderRefs): Promise<void> => void kept.push(refs)
    const outcome = await provider.start(attempt, { returnUrl: RETURN_URL, notifyUrl: STORE, keep })
    return { outcome, attempt: withRefs(attempt, Object.assign({}, ...kept, outcome.refs)) }
  }
  const bench: GmoBench = {
    simulators,
    provider,
    start,
    card: last4 => cardToken(url, last4),
    newAttempt,
    authorized: async () => {
      const { outcome, attempt } = await start(newAttempt('gmo', { token: await cardToken(url, '1112') }))
      if (outcome.kind !== 'authorized') throw new Error(outcome.kind)
      return attempt
    },
    captured: async () => {
      const attempt = await bench.authorized()
      const outcome = await provider.capture(attempt)
      if (outcome.kind !== 'done') throw new Error(outcome.kind)
      return attempt
    },
    money: async ({ attemptId }) => {
      const response = await fetch(`${url}/_sim/ledger?attempt_id=${attemptId}`)
      const { totals } = v.parse(ledger, await response.json())
      return totals[attemptId] ?? { authorizations: 0, authorized: 0, captured: 0, refunded: 0, voided: 0 }
    },
    arm: (op, mode, rest) => simulators.arm({ provider: 'gmo', op, mode, ...rest }),
    contract: async settings => {
      const response = await fetch(`${url}/_sim/gmo`, {
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

function newAttempt(method: AttemptRef['method'], refs: ProviderRefs = {}): AttemptRef {
  const attemptId = randomUUID()
  return {
    attemptId,
    providerOrderRef: providerOrderRefOf(attemptId),
    method,
    amount: { currency: 'JPY', minor: PRICE },
    taxAmount: 290,
    secondsLeft: 840,
    refs: { merchant: 'Digital Forest', browser_user_agent: 'Mozilla/5.0 (ブラウザ €)', ...refs },
  }
}

/** As the store stores them: the newest value of a name wins. */
export function withRefs(attempt: AttemptRef, refs: ProviderRefs): AttemptRef {
  return { ...attempt, refs: { ...attempt.refs, ...refs } }
}

export function refundOf(minor: number, refundedBefore = 0): Refund {
  return { key: `refund-${refundedBefore}`, amount: { currency: 'JPY', minor }, refundedBefore }
}

export function stepOf(outcome: { readonly kind: string }): BrowserStep {
  const { step } = v.parse(v.looseObject({ step: v.custom<BrowserStep>(() => true) }), outcome)
  return step
}

/** The browser comes back: the fields that the store keeps. */
export function returned(provider: PaymentProvider, attempt: AttemptRef, sent: BrowserTarget): AttemptRef {
  const { kept } = provider.readReturn(sent?.fields ?? new URLSearchParams())
  const refs = Object.entries(kept).map(([name, value]) => [`return_${name}`, value] as const)
  return withRefs(attempt, Object.fromEntries(refs))
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
    return { url, fields: new URLSearchParams([...new URL(url).searchParams, ...fields]) }
  }
  const url = new URL(response.headers.get('location') ?? '', address)
  return { url: url.href, fields: url.searchParams }
}

/** Sends the form that leads to a wallet; returns the address of its page. */
export async function openWallet(step: BrowserStep): Promise<string> {
  if (step.kind !== 'form') throw new Error(step.kind)
  const body = new URLSearchParams([...step.fields].map(([name, value]): [string, string] => [name, value]))
  const response = await fetch(step.url, { method: 'POST', body, redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`the wallet answered ${response.status}`)
  return location
}

async function cardToken(url: string, last4: string): Promise<string> {
  const response = await fetch(`${url}/gmo/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: STORE },
    body: JSON.stringify({
      shopId: 'tshop00000001',
      cardno: cardNumber(last4),
      expire: '4012',
      securitycode: '123',
    }),
  })
  return v.parse(tokens, await response.json()).tokenObject.token[0]
}

/** The test number with these last digits: the one free digit makes the check sum valid. */
function cardNumber(last4: string): string {
  const numbers = Array.from({ length: 10 }, (_, digit) => `400000${digit}00000${last4}`)
  const sumOf = (number: string) =>
    Array.from(number, Number)
      .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
      .reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0)
  return numbers.find(number => sumOf(number) % 10 === 0) ?? ''
}
