import type { Call } from '@kippu/contract/call'
import { CALLS } from '@kippu/contract/calls'
import { healthz } from '@kippu/contract/health'
import { getMembershipPromotion } from '@kippu/contract/membership'
import { deleteOrder, readOrder } from '@kippu/contract/orders'
import { checkout, confirmCheckout } from '@kippu/contract/payments'
import { getLangs } from '@kippu/contract/site-content'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { ApiError } from './api-error.ts'
import { request, urlOf } from './client.ts'
import { useInFlight } from './in-flight.ts'
import { createQueryClient } from './query-client.ts'

type Answer = () => Promise<Response>
let answer: Answer = async () => new Response('{}')
const sent: { url: string; init: RequestInit }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  sent.length = 0
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return Promise.race([
      answer(),
      new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    ])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const never: Answer = () => new Promise(() => undefined)
const json =
  (body: unknown, status = 200): Answer =>
  async () =>
    new Response(JSON.stringify(body), { status })
const token = { params: { token: 'a/b' } }

describe('addresses', () => {
  test.each(['http://h', 'http://h/'])('D-08: base %s and path meet in one slash', base => {
    expect(urlOf('/api/v1/langs', {}, base)).toBe('http://h/api/v1/langs')
    expect(urlOf('api/v1/langs', {}, base)).toBe('http://h/api/v1/langs')
  })
  test('parameters are encoded, absent query values left out', () => {
    const parts = { params: { token: 'a/b' }, query: { lang: 'zh-hans', x: undefined } }
    expect(urlOf('/api/v1/orders/{token}', parts, 'http://h')).toBe(
      'http://h/api/v1/orders/a%2Fb?lang=zh-hans',
    )
  })
})

describe('the base of calls', () => {
  afterEach(() => document.querySelector('meta[name="api-origin"]')?.remove())

  test('D-71: is the page’s own origin', async () => {
    answer = json([])
    await request(getLangs, {}).catch(() => undefined)
    expect(sent[0]?.url).toBe(`${location.origin}/api/v1/langs`)
  })

  test.each([...new Set(Object.values(CALLS))].map(call => [call.path, call] as const))(
    'R-7.01, D-71: %s goes to the origin that the document names',
    async (path, call) => {
      const meta = document.createElement('meta')
      meta.name = 'api-origin'
      meta.content = 'https://api.example.com'
      document.head.append(meta)
      await request<Call>(call, { query: {}, body: {} }).catch(() => undefined)
      expect(sent[0]?.url).toBe(`https://api.example.com${path.replaceAll(/\{\w+\}/g, '')}`)
    },
  )
})

describe('a call', () => {
  test('sends JSON and returns the answer that the contract promises', async () => {
    answer = json({ result: 'checking', payment_number: 'P1', payment_method_type: 'gmo' })
    const body = { payment_number: 'P1', payment_method_type: 'stripe_secure' } as const
    await expect(request(confirmCheckout, { body })).resolves.toEqual({
      result: 'checking',
      payment_number: 'P1',
      payment_method_type: 'gmo',
    })
    expect(sent[0]?.init).toMatchObject({ method: 'POST', body: JSON.stringify(body) })
  })
  test('returns undefined for an answer without a body', async () => {
    answer = async () => new Response(null, { status: 204 })
    await expect(request(deleteOrder, token)).resolves.toBeUndefined()
  })
  test('a refusal rejects with its status and body', async () => {
    answer = json({ error: 'session_timeout' }, 400)
    await expect(request(readOrder, { ...token, query: {} })).rejects.toMatchObject({
      kind: 'refused',
      status: 400,
      body: { error: 'session_timeout' },
    })
  })
  test('R-8.11, D-09: the refusal of a payment that may be tried by another method says so', async () => {
    answer = json({ error: 'payment_api_failure' }, 400)
    const body = { payment_method_type: 'free' } as const
    await expect(request(checkout, { ...token, body }, { retryableError: true })).rejects.toMatchObject({
      retryableError: true,
      status: 400,
    })
  })
  test('an answer that does not fit the contract is refused, not trusted', async () => {
    answer = json({ status: 'fine' })
    await expect(request(healthz, {})).rejects.toMatchObject({ kind: 'refused', status: 200, body: null })
  })
  test('D-10: a silent call rejects like any other; only its caller handles it', async () => {
    answer = json({ error: 'record not found' }, 404)
    const query = { lang: 'en', membership_key: 'club', membership_value: 'x' } as const
    await expect(request(getMembershipPromotion, { query })).rejects.toBeInstanceOf(ApiError)
    expect(useInFlight.getState()).toEqual({ fetching: 0, requesting: 0 })
  })
  test('what a screen says itself is told nowhere else, in a query or a mutation; anything else is', async () => {
    const told: unknown[] = []
    const client = createQueryClient(({ body }) => told.push(body?.error))
    const meta = { saidHere: ['record not found'] } as const
    const read = () => request(readOrder, { ...token, query: {} })
    for (const [error, status] of [
      ['record not found', 404],
      ['session_timeout', 400],
    ] as const) {
      answer = json({ error }, status)
      await client.fetchQuery({ queryKey: [error], queryFn: read, meta }).catch(() => undefined)
      const mutation = client.getMutationCache().build(client, { mutationFn: read, meta })
      await mutation.execute(undefined).catch(() => undefined)
    }
    expect(told).toEqual(['session_timeout', 'session_timeout'])
  })
  test('no answer at all is a connection failure', async () => {
    answer = () => Promise.reject(new TypeError('failed'))
    await expect(request(getLangs, {})).rejects.toMatchObject({ kind: 'connection', status: null })
  })
  test('an ordinary call is given up after 60 s, a payment after 240 s (D-51, R-7.31, R-9.11, R-9.12)', async () => {
    answer = never
    const settled: unknown[] = []
    const body = { payment_number: 'P1', payment_method_type: 'stripe' } as const
    request(getLangs, {}).catch((error: unknown) => settled.push(error))
    request(confirmCheckout, { body }).catch((error: unknown) => settled.push(error))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(settled).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toMatchObject([{ kind: 'timeout' }])
    await vi.advanceTimersByTimeAsync(180_000)
    expect(settled).toHaveLength(2)
  })
})

describe('an answer that stops after its headers', () => {
  const stopping = (stop: (controller: ReadableStreamDefaultController) => void): Answer => {
    return async () => new Response(new ReadableStream({ start: stop }))
  }
  test('D-51: is given up after the same time as no answer', async () => {
    answer = stopping(controller =>
      sent[0]?.init.signal?.addEventListener('abort', () => controller.error(new Error('aborted'))),
    )
    const settled: unknown[] = []
    request(getLangs, {}).catch((error: unknown) => settled.push(error))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(settled).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toMatchObject([{ kind: 'timeout', status: null }])
  })
  test('R-8.27: is a connection failure when the connection is lost', async () => {
    answer = stopping(controller => controller.error(new TypeError('lost')))
    await expect(request(getLangs, {})).rejects.toMatchObject({ kind: 'connection', status: null })
  })
})

describe('requests in flight', () => {
  test('R-4.18: a GET counts as fetching until it ends', async () => {
    answer = never
    const call = request(getLangs, {}).catch(() => undefined)
    expect(useInFlight.getState()).toEqual({ fetching: 1, requesting: 0 })
    await vi.advanceTimersByTimeAsync(60_000)
    await call
    expect(useInFlight.getState()).toEqual({ fetching: 0, requesting: 0 })
  })
  test.each([json({}, 500), async () => new Response(null, { status: 204 })])(
    'R-4.19: another method counts as requesting, whatever becomes of it',
    async outcome => {
      answer = outcome
      const call = request(deleteOrder, token).catch(() => undefined)
      expect(useInFlight.getState()).toEqual({ fetching: 0, requesting: 1 })
      await call
      expect(useInFlight.getState()).toEqual({ fetching: 0, requesting: 0 })
    },
  )
  test('R-2.83, D-66: what the page asks by itself is not counted: nothing covers it meanwhile', async () => {
    answer = never
    const body = { payment_number: 'P1', payment_method_type: 'gmo' } as const
    void request(confirmCheckout, { body }, { isBackground: true }).catch(() => undefined)
    expect(useInFlight.getState()).toEqual({ fetching: 0, requesting: 0 })
    await vi.advanceTimersByTimeAsync(240_000)
    expect(useInFlight.getState()).toEqual({ fetching: 0, requesting: 0 })
  })
})
