import { expect, test } from 'vitest'

import { type ClientOptions, createClient, NoAnswer } from './client.ts'

const KEY = 'c0ffee00-0000-4000-8000-000000000001'
const IN_PROGRESS = [409, { error: 'request in progress' }, '20'] as const
const params = { token: 'ord_1' }

type Said = 'nothing' | readonly [status: number, body: object, retryAfter?: string]

/** A store that says this, one after the other and the last for ever, and a clock that goes by what is waited. */
function store(says: readonly Said[], options: Partial<ClientOptions> = {}) {
  const keys: Array<string | null> = []
  const signals: Array<AbortSignal | null | undefined> = []
  let now = 0
  const client = createClient({
    origin: 'https://demo.example',
    now: () => now,
    wait: async ms => {
      now += ms
    },
    fetch: async (_, { headers, signal } = {}) => {
      keys.push(new Headers(headers).get('idempotency-key'))
      signals.push(signal)
      const said = says[keys.length - 1] ?? says.at(-1) ?? 'nothing'
      if (said === 'nothing') throw new TypeError('fetch failed')
      const [status, body, retryAfter] = said
      const text = status === 204 ? null : JSON.stringify(body)
      return new Response(text, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
    },
    ...options,
  })
  return { call: client.call, keys, signals, waited: () => now }
}

const pay = { params, body: { payment_method_type: 'free', expected_amount: 0 } } as const

test('a call tells its key with every answer, and with none', async () => {
  const refused = await store([[404, { error: 'record not found' }]]).call('checkout', { ...pay, key: KEY })
  expect(refused).toMatchObject({ ok: false, key: KEY })
  const made = store(['nothing', [200, { result: 'completed' }]])
  const done = await made.call('checkout', pay)
  expect(made.keys).toEqual([done.key, done.key])
  const lost = await store(['nothing'])
    .call('checkout', { ...pay, key: KEY })
    .catch((error: unknown) => error)
  expect(lost).toBeInstanceOf(NoAnswer)
  expect(lost).toMatchObject({ key: KEY, cause: { message: 'fetch failed' } })
})

test('a call waits for another request with its key as the server says, until its deadline', async () => {
  const patient = store([...Array.from({ length: 9 }, () => IN_PROGRESS), [200, { result: 'completed' }]])
  expect(await patient.call('checkout', pay)).toMatchObject({ ok: true })
  expect(patient.waited()).toBe(180_000)
  const endless = store([IN_PROGRESS])
  expect(await endless.call('checkout', pay)).toMatchObject({ ok: false, error: 'request in progress' })
  expect(endless.waited()).toBe(280_000)
})

test('a busy store is asked as often as any, and a refusal once', async () => {
  const busy = store([[503, { error: 'busy' }, '2']])
  expect(await busy.call('checkout', pay)).toMatchObject({ status: 503 })
  expect([busy.keys.length, busy.waited()]).toEqual([3, 4_000])
  const refused = store([[409, { error: 'something else' }]])
  await refused.call('checkout', pay)
  expect(refused.keys).toHaveLength(1)
})

test('a try ends by itself', async () => {
  const { call, signals } = store([], {
    tries: 2,
    tryMs: 5,
    fetch: (_, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        signals.push(signal)
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  await expect(call('getLangs', {})).rejects.toMatchObject({ cause: { name: 'TimeoutError' } })
  expect(signals).toHaveLength(2)
})

test('what is gone after a lost answer was deleted by it; what never was is not found', async () => {
  const gone: Said = [404, { error: 'record not found' }]
  expect(await store(['nothing', gone]).call('deleteOrder', { params })).toMatchObject({
    ok: true,
    status: 204,
  })
  expect(await store([gone]).call('deleteOrder', { params })).toMatchObject({ ok: false, status: 404 })
  const busyFirst = store([[503, { error: 'busy' }], gone])
  expect(await busyFirst.call('deleteOrder', { params })).toMatchObject({ ok: false, status: 404 })
})
