import { extendOrder } from '@kippu/contract/orders'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../test/answering-fetch.ts'
import { request } from './client.ts'
import { learnServerTime, serverNow } from './server-clock.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-12-01T10:00:00.400+09:00')
const told = (ms: number, cacheControl = 'no-store') =>
  new Response(JSON.stringify({ expires_at: '2026-12-01T10:30:00+09:00', extensions_left: 9 }), {
    headers: { date: new Date(ms).toUTCString(), 'cache-control': cacheControl },
  })

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  learnServerTime(told(Date.now()))
  vi.useRealTimers()
})

test.each([-35, 0, 35])(
  'a clock that is %i minutes wrong does not matter: an answer carries the time (S-1.07)',
  async wrong => {
    answerFetch({ 'PUT /api/v1/orders/hold/ord_1': told(NOW) })
    vi.setSystemTime(NOW + wrong * MINUTE)
    await request(extendOrder, { params: { token: 'ord_1' } })
    expect(Math.abs(serverNow() - NOW)).toBeLessThan(1000)
    vi.setSystemTime(NOW + (wrong + 10) * MINUTE)
    expect(Math.abs(serverNow() - NOW - 10 * MINUTE)).toBeLessThan(1000)
  },
)

test('a second that `Date` cut off never makes a hold look longer than it is (S-1.07)', () => {
  learnServerTime(told(NOW))
  expect(serverNow()).toBeGreaterThanOrEqual(NOW)
})

test('an answer that may come from a cache, or carries no time, is ignored', () => {
  learnServerTime(told(NOW))
  const before = serverNow()
  learnServerTime(told(NOW - 60 * MINUTE, 'no-cache'))
  learnServerTime(new Response('{}', { headers: { 'cache-control': 'no-store' } }))
  expect(serverNow()).toBe(before)
})

test('a page that was opened without a connection goes by what the device learned before, until an answer comes', async () => {
  vi.resetModules()
  const clock = await import('./server-clock.ts')
  vi.setSystemTime(NOW + 35 * MINUTE)
  clock.assumeServerTime(NOW - MINUTE, NOW + 34 * MINUTE)
  expect(clock.serverNow()).toBe(NOW)
  clock.learnServerTime(told(NOW + 2_000))
  clock.assumeServerTime(NOW - MINUTE, NOW + 34 * MINUTE)
  expect(clock.serverNow()).toBeGreaterThanOrEqual(NOW + 2_000 - 1_000)
  expect(clock.serverNow()).not.toBe(NOW)
})
