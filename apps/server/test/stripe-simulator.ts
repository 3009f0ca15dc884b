import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import * as v from 'valibot'

import { startSimulators } from '../../simulators/src/start.ts'

export const WEBHOOK_SECRET = 'whsec_simulated'
const STORE_ORIGIN = 'http://localhost:3000'

const money = v.object({
  captured: v.number(),
  refunded: v.number(),
  authorized: v.number(),
  voided: v.number(),
  authorizations: v.number(),
  net: v.number(),
})
/** A provider's ledger of one attempt, in yen. */
export type Money = v.InferOutput<typeof money>

/** How the visitor answers the 3-D Secure page. */
export type Challenge = 'authenticate' | 'fail' | 'cancel'

export interface StripeSimulator {
  readonly url: string
  /** The variables with which a server reaches it. */
  readonly variables: Readonly<Record<string, string>>
  /** As {@link createCard}. */
  card(last4: string): Promise<string>
  /** Answers the bank's page; returns where the browser is sent then. */
  answer(challengeUrl: string, answer: Challenge): Promise<URL>
  arm(fault: Readonly<Record<string, unknown>>): Promise<void>
  /** Faults that have not occurred yet. */
  armed(): Promise<unknown[]>
  /** Charges by attempt. */
  ledger(): Promise<Readonly<Record<string, Money>>>
  /** A call with the merchant's own key, as staff make it in the provider's dashboard. */
  asStaff(path: string, form?: Readonly<Record<string, string>>): Promise<unknown>
  close(): Promise<void>
}

export interface SimulatorOptions {
  /** Origin of the store that receives the notices. */
  readonly storeUrl?: string
}

/** The real simulator over HTTP, on free ports, with a folder of its own. */
export async function startStripeSimulator({ storeUrl }: SimulatorOptions = {}): Promise<StripeSimulator> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-simulator-'))
  const simulators = await startSimulators({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir,
    storeOrigins: [STORE_ORIGIN],
    storeUrl,
    noticeRetryMs: 100,
  })
  const { url } = simulators
  const control = async (route: string, init?: RequestInit): Promise<unknown> => {
    const answer = await fetch(`${url}/_sim/${route}`, init)
    if (!answer.ok) throw new Error(`the simulator said ${answer.status}: ${await answer.text()}`)
    return answer.status === 204 ? undefined : answer.json()
  }
  const post = (fields: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  return {
    url,
    variables: {
      STRIPE_API_URL: url,
      STRIPE_JS_URL: `${url}/stripe/v3/`,
      STRIPE_SECRET_KEY: 'sk_tests',
      STRIPE_PUBLISHABLE_KEY: 'pk_tests',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    card: last4 => createCard(url, last4),
    answer: answerChallenge,
    arm: async fault => void (await control('faults', post({ provider: 'stripe', ...fault }))),
    armed: async () => v.parse(v.object({ faults: v.array(v.unknown()) }), await control('faults')).faults,
    ledger: async () =>
      v.parse(v.object({ totals: v.record(v.string(), money) }), await control('ledger')).totals,
    asStaff: (route, form) => callAsStaff(url, route, form),
    close: async () => {
      await simulators.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The payment method of a test card with these last digits, as the hosted fields make it. */
export async function createCard(url: string, last4: string): Promise<string> {
  const form = {
    type: 'card',
    'card[number]': cardNumber(last4),
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  }
  const answer = await fetch(`${url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_tests', origin: url },
    body: new URLSearchParams(form),
  })
  return v.parse(v.object({ id: v.string() }), await answer.json()).id
}

/** The test number with these last digits: the one free digit makes the check sum valid. */
function cardNumber(last4: string): string {
  const numbers = Array.from({ length: 10 }, (_, digit) => `400000${digit}00000${last4}`)
  const sumOf = (number: string) =>
    Array.from(number, Number)
      .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
      .reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0)
  const valid = numbers.find(number => sumOf(number) % 10 === 0)
  if (valid === undefined) throw new Error(`no card ends in ${last4}`)
  return valid
}

async function answerChallenge(challengeUrl: string, answer: Challenge): Promise<URL> {
  const body = new URLSearchParams({ answer })
  const answered = await fetch(challengeUrl, { method: 'POST', body, redirect: 'manual' })
  const location = answered.headers.get('location')
  if (location === null) throw new Error(`the challenge page answered ${answered.status}`)
  return new URL(location)
}

async function callAsStaff(
  url: string,
  route: string,
  form?: Readonly<Record<string, string>>,
): Promise<unknown> {
  const answer = await fetch(`${url}/v1/${route}`, {
    headers: { authorization: 'Bearer sk_tests' },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return answer.json()
}
