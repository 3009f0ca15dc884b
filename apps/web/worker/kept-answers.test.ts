// @vitest-environment node
import { KEPT_AT } from '@kippu/contract/kept-tickets'
import { beforeEach, describe, expect, test } from 'vitest'

import {
  type AnswerCache,
  forgetOldAnswers,
  forgetReservation,
  keepAnswer,
  keptAnswer,
} from './kept-answers.ts'

const RESERVATION = 'https://tickets.example/api/v1/reservations/rsv_1'
const TICKETS = `${RESERVATION}/tickets`
const OTHER = 'https://tickets.example/api/v1/reservations/rsv_12'
const NOW = Date.parse('2026-12-01T10:32:00+09:00')
const [HOUR, DAY] = [3_600_000, 86_400_000]
const ENDS = '2026-12-03T11:00:00+09:00'

/** A cache as far as it is needed, by the addresses in it. */
function openCache(): AnswerCache & { readonly urls: () => string[] } {
  const kept = new Map<string, Response>()
  const plain = (url: string): string => url.replace(/\?.*$/, '')
  const addressOf = (request: RequestInfo | URL): string =>
    request instanceof Request ? request.url : String(request)
  return {
    urls: () => [...kept.keys()],
    keys: async () => [...kept.keys()].map(url => new Request(url)),
    put: async (request, response) => void kept.set(addressOf(request), response),
    delete: async request => kept.delete(addressOf(request)),
    match: async (request, { ignoreSearch = false } = {}) => {
      const url = addressOf(request)
      const key = ignoreSearch ? [...kept.keys()].find(known => plain(known) === plain(url)) : url
      return key === undefined ? undefined : kept.get(key)?.clone()
    },
  }
}

let cache: ReturnType<typeof openCache>
beforeEach(() => {
  cache = openCache()
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
