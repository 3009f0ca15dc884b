// @vitest-environment node
import { KEPT_AT } from '@kippu/contract/kept-tickets'
import { beforeEach, describe, expect, test } from 'vitest'

import { type MemoryCache, openMemoryCache } from '../test/in-memory-caches.ts'
import { forgetOldAnswers, forgetReservation, isOfStore, keepAnswer, keptAnswer } from './kept-answers.ts'

const RESERVATION = 'https://tickets.example/api/v1/reservations/rsv_1'
const TICKETS = `${RESERVATION}/tickets`
const OTHER = 'https://tickets.example/api/v1/reservations/rsv_12'
const NOW = Date.parse('2026-12-01T10:32:00+09:00')
const [HOUR, DAY] = [3_600_000, 86_400_000]
const ENDS = '2026-12-03T11:00:00+09:00'

let cache: MemoryCache
beforeEach(() => {
  cache = openMemoryCache()
})

const keep = (url: string, body: unknown = [{ reservation_to: ENDS, code: 'tkt_1' }]) =>
  keepAnswer(cache, url, new Response(JSON.stringify(body)), NOW)

describe('what is kept of tickets on a device', () => {
  test('is the answer as it was, with its time', async () => {
    await keep(`${TICKETS}?lang=ja`)
    const kept = await keptAnswer(cache, `${TICKETS}?lang=ja`, NOW + HOUR)
    expect(kept?.headers.get(KEPT_AT)).toBe(String(NOW))
    expect(await kept?.json()).toEqual([{ reservation_to: ENDS, code: 'tkt_1' }])
  })

  test('is better in another language than none', async () => {
    await keep(`${TICKETS}?lang=ja`)
    expect(await keptAnswer(cache, `${TICKETS}?lang=en`, NOW)).toBeDefined()
    expect(await keptAnswer(cache, `${OTHER}/tickets?lang=ja`, NOW)).toBeUndefined()
  })

  test('ends a day after the visit, whose end is the last that an answer names', async () => {
    await keep(TICKETS, [{ reservation_to: '2026-12-01T12:00:00+09:00' }, { reservation_to: ENDS }])
    const end = Date.parse(ENDS) + DAY
    expect(await keptAnswer(cache, TICKETS, end - 1)).toBeDefined()
    expect(await keptAnswer(cache, TICKETS, end)).toBeUndefined()
    await forgetOldAnswers(cache, end - 1)
    expect(cache.urls()).toEqual([TICKETS])
    await forgetOldAnswers(cache, end)
    expect(cache.urls()).toEqual([])
  })

  test('ends after a day where no visit is named, or one that is over', async () => {
    await keep(TICKETS, [])
    await keep(RESERVATION, { main_product: { reservation_to: '2026-11-01T12:00:00+09:00' } })
    for (const url of [TICKETS, RESERVATION]) {
      expect(await keptAnswer(cache, url, NOW + DAY - 1)).toBeDefined()
      expect(await keptAnswer(cache, url, NOW + DAY)).toBeUndefined()
    }
  })

  test('is forgotten for a reservation in every language, and for no other one', async () => {
    for (const url of [
      `${RESERVATION}?lang=ja`,
      `${TICKETS}?lang=ja`,
      `${TICKETS}?lang=en`,
      `${OTHER}?lang=ja`,
    ])
      await keep(url)
    await forgetReservation(cache, RESERVATION)
    expect(cache.urls()).toEqual([`${OTHER}?lang=ja`])
  })
})

test.each([
  ['application/json; charset=utf-8', true],
  ['text/html', false],
  [undefined, false],
])('an answer of %s is one of the store: %s', (type, isOurs) => {
  const answer = new Response(null, {
    status: 404,
    headers: type === undefined ? {} : { 'content-type': type },
  })
  expect(isOfStore(answer)).toBe(isOurs)
})
