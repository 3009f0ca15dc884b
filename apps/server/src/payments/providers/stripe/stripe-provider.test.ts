import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, test } from 'vitest'

import type { AttemptRef, PaymentProvider, Refund, StartParts } from '../../port/port.ts'
import { createStripeProvider } from './stripe-provider.ts'

const ATTEMPT: AttemptRef = {
  attemptId: '7d0c8f3e-58a4-4b0e-9a3c-0d3c3f1f5a11',
  providerOrderRef: 'ref1',
  method: 'stripe_secure',
  amount: { currency: 'JPY', minor: 3200 },
  taxAmount: 290,
  secondsLeft: 840,
  refs: { intent: 'pi_1', payment_method: 'pm_1' },
}

const START: StartParts = { returnUrl: 'http://x', notifyUrl: 'http://x', keep: async () => undefined }

interface Reply {
  readonly status: number
  readonly body: unknown
}

const INTENT = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'requires_confirmation',
  metadata: { attempt_id: ATTEMPT.attemptId },
}
const WAITING: Reply = { status: 200, body: INTENT }
const DECLINED = { type: 'card_error', code: 'card_declined', message: 'declined' }

const servers: Server[] = []

afterEach(async () => {
  keys.length = 0
  for (const server of servers.splice(0))
    if (server.listening) await new Promise<void>(done => server.close(() => done()))
})

/** Idempotency keys of the POST requests in their order; requests that only read have none. */
const keys: string[] = []

/** A Stripe that gives these answers in order, then accepts no connection. */
async function stripeThatAnswers(...replies: readonly Reply[]): Promise<PaymentProvider> {
  const left = [...replies]
  const server = createServer(({ method, headers }, response) => {
    if (method === 'POST') keys.push(String(headers['idempotency-key']))
    const reply = left.shift() ?? { status: 500, body: {} }
    response.writeHead(reply.status, { 'content-type': 'application/json', connection: 'close' })
    if (left.length === 0) server.close()
    response.end(JSON.stringify(reply.body))
  })
  servers.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  if (left.length === 0) await new Promise<void>(done => server.close(() => done()))
  return createStripeProvider({
    secretKey: 'sk_tests',
    publishableKey: 'pk_tests',
    webhookSecret: 'whsec_tests',
    apiUrl: `http://127.0.0.1:${port}`,
    jsUrl: null,
  })
}

/** The ways in which Stripe can refuse a query; undefined: it accepts no connection. */
const NOT_ASKED = [
  ['429', { status: 429, body: { error: { type: 'invalid_request_error', code: 'rate_limit' } } }],
  ['401', { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } }],
  ['403', { status: 403, body: { error: { type: 'invalid_request_error', message: 'not permitted' } } }],
  ['a refused connection', undefined],
] as const satisfies ReadonlyArray<readonly [string, Reply | undefined]>

describe.each(NOT_ASKED)('a query refused by %s says nothing about an intent', (_name, reply) => {
  const refusal = reply === undefined ? [] : [reply]

  test('when it is queried', async () => {
    const stripe = await stripeThatAnswers(...refusal)
    expect((await stripe.query(ATTEMPT)).kind).toBe('unknown')
  })

  test('when it is looked up before it is confirmed', async () => {
    const stripe = await stripeThatAnswers(...refusal)
    expect((await stripe.resume(ATTEMPT)).kind).toBe('unknown')
  })

  test('when it is confirmed', async () => {
    const stripe = await stripeThatAnswers(WAITING, ...refusal)
    expect((await stripe.resume(ATTEMPT)).kind).toBe('unknown')
  })
})

describe('a call that is repeated has the key of the first, and of no other call (S-1.13)', () => {
  const BROKEN: Reply = { status: 500, body: { error: { type: 'api_error' } } }
  const FIRST = { ...ATTEMPT, refs: { payment_method: 'pm_1' } }

  test.each([
    ['start', async (stripe: PaymentProvider) => stripe.start(FIRST, START), [BROKEN, BROKEN]],
    [
      'confirm',
      async (stripe: PaymentProvider) => stripe.resume(ATTEMPT),
      [WAITING, BROKEN, WAITING, BROKEN],
    ],
    ['capture', async (stripe: PaymentProvider) => stripe.capture(ATTEMPT), [BROKEN, BROKEN]],
    ['cancel', async (stripe: PaymentProvider) => stripe.cancelAuthorization(ATTEMPT), [BROKEN, BROKEN]],
  ])('%s', async (operation, ask, replies) => {
    const stripe = await stripeThatAnswers(...replies)
    await ask(stripe)
    await ask(stripe)
    const key = `${ATTEMPT.attemptId}:${operation}`
    expect(keys).toEqual([key, key])
  })
})

test('a card that is declined when the intent is confirmed is a failure (S-7.08)', async () => {
  const intent = { ...INTENT, status: 'requires_payment_method', last_payment_error: DECLINED }
  const declined = { status: 402, body: { error: { ...DECLINED, payment_intent: intent } } }
  const stripe = await stripeThatAnswers(WAITING, declined)
  expect(await stripe.resume(ATTEMPT)).toMatchObject({ kind: 'failed', error: { class: 'declined' } })
})

test('a first request that is refused has made no payment', async () => {
  const stripe = await stripeThatAnswers(NOT_ASKED[0][1])
  const outcome = await stripe.start({ ...ATTEMPT, refs: { payment_method: 'pm_1' } }, START)
  expect(outcome).toEqual({
    kind: 'failed',
    refs: {},
    error: { codes: ['rate_limit'], class: 'provider_busy', retryable: true },
  })
})

test('a first request without a connection may have been executed: the SDK repeats a broken one by itself', async () => {
  const stripe = await stripeThatAnswers()
  const outcome = await stripe.start({ ...ATTEMPT, refs: { payment_method: 'pm_1' } }, START)
  expect(outcome.kind).toBe('unknown')
})

describe('a partial refund (S-7.15)', () => {
  const PART: Refund = { key: 'key-1', amount: { currency: 'JPY', minor: 1200 }, refundedBefore: 0 }
  const refunds = (...data: readonly object[]): Reply => ({
    status: 200,
    body: { object: 'list', data, has_more: false },
  })
  const made = (status: string, amount = 1200) => ({
    object: 'refund',
    id: 're_1',
    status,
    amount,
    metadata: { refund_key: 'key-1' },
  })
  const refused = (code: string): Reply => ({
    status: 400,
    body: { error: { type: 'invalid_request_error', code } },
  })

  test.each([
    ['succeeded', { kind: 'done' }],
    ['pending', { kind: 'accepted' }],
    ['failed', { kind: 'failed', error: { codes: ['refund_failed'] } }],
    ['canceled', { kind: 'failed', error: { codes: ['refund_canceled'] } }],
  ])('that is %s', async (status, outcome) => {
    const stripe = await stripeThatAnswers(refunds(), { status: 200, body: made(status) })
    expect(await stripe.refund(ATTEMPT, PART)).toMatchObject(outcome)
  })

  test('that was made before is only queried, not made again', async () => {
    const other = { ...made('succeeded', 800), metadata: { refund_key: 'another' } }
    const stripe = await stripeThatAnswers(refunds(other, made('succeeded')))
    expect(await stripe.refund(ATTEMPT, PART)).toEqual({ kind: 'done' })
  })

  test('of another amount under the same key is not a success', async () => {
    const stripe = await stripeThatAnswers(refunds(made('succeeded', 900)))
    expect(await stripe.refund(ATTEMPT, PART)).toMatchObject({ kind: 'unknown' })
  })

  test('whose earlier tries cannot be queried is not made', async () => {
    const stripe = await stripeThatAnswers(NOT_ASKED[0][1])
    expect(await stripe.refund(ATTEMPT, PART)).toMatchObject({ kind: 'unknown' })
  })

  test('of money that was refunded by hand: a full one is done, a part is for a person', async () => {
    const whole: Refund = { ...PART, amount: ATTEMPT.amount }
    const stripe = await stripeThatAnswers(refunds(), refused('charge_already_refunded'))
    expect(await stripe.refund(ATTEMPT, whole)).toEqual({ kind: 'already', state: 'refunded' })
    const another = await stripeThatAnswers(refunds(), refused('charge_already_refunded'))
    expect(await another.refund(ATTEMPT, PART)).toMatchObject({ kind: 'failed', error: { class: 'other' } })
  })

  test('without access is a configuration error; one that Stripe refuses is not', async () => {
    const keptOut = await stripeThatAnswers(refunds(), NOT_ASKED[1][1])
    expect(await keptOut.refund(ATTEMPT, PART)).toMatchObject({ error: { class: 'configuration' } })
    const elsewhere = await stripeThatAnswers(refunds(), refused('resource_missing'))
    expect(await elsewhere.refund(ATTEMPT, PART)).toMatchObject({ error: { class: 'configuration' } })
    const stripe = await stripeThatAnswers(refunds(), refused('balance_insufficient'))
    expect(await stripe.refund(ATTEMPT, PART)).toMatchObject({ error: { class: 'other' } })
  })

  test('that failed is made once more when a person retries, and is found by that try', async () => {
    const gone = made('failed')
    const again = { ...made('succeeded'), id: 're_2', metadata: { refund_key: 'key-1', refund_try: '1' } }
    const stripe = await stripeThatAnswers(refunds(gone), { status: 200, body: again })
    expect(await stripe.refund(ATTEMPT, { ...PART, retries: 1 })).toEqual({ kind: 'done' })
    const failed = { ...again, status: 'failed' }
    const twice = await stripeThatAnswers(refunds(failed, gone))
    expect(await twice.refund(ATTEMPT, { ...PART, retries: 1 })).toMatchObject({ kind: 'failed' })
    const first = await stripeThatAnswers(refunds(gone))
    expect(await first.refund(ATTEMPT, PART)).toMatchObject({ kind: 'failed' })
  })

  test('that Stripe refuses', async () => {
    const stripe = await stripeThatAnswers(refunds(), refused('balance_insufficient'))
    expect(await stripe.refund(ATTEMPT, PART)).toMatchObject({
      kind: 'failed',
      error: { codes: ['balance_insufficient'] },
    })
  })

  test('whose answer is lost is unknown', async () => {
    const stripe = await stripeThatAnswers(refunds())
    expect(await stripe.refund(ATTEMPT, PART)).toMatchObject({ kind: 'unknown' })
  })
})
