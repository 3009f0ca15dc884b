import type { ShownNotice } from '@kippu/contract/notices'
import type { TodayTicketInfo } from '@kippu/contract/signage'
import { addDays, epochMsOf, jstDateOf, jstIso } from '@kippu/domain/jst-date'
import { isLanguage } from '@kippu/domain/language'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, vi } from 'vitest'

import { measureHeap } from './heap.ts'
import type { SpotCode } from '../src/screens/spot-qr/code-at.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** In minutes of the day: every time of the house, an hour each, and its state. */
const OPENS = 10
const TIMES = 9
const STATES = ['normal', 'few', 'sold_out'] as const
export const CODE_MS = 1_800_000
export const SIGNAGE_KEY = 'key-of-the-house'
export const PRODUCT = '32aee527-a2a1-47d0-8fb4-931e6492060b'

/** A display and its store, in a time that passes as a test says. */
export interface DisplayWorld {
  /** The true time, in ms since 1970. */
  now(): number
  /** Time passes, and everything that is due happens. */
  pass(ms: number): Promise<void>
  /** The clock of the display is set forth, or back. */
  jump(ms: number): void
  /** The display sleeps: nothing happens, and its steady clock stands still. */
  sleep(ms: number): void
  /** Whether the store answers. */
  isOnline: boolean
  /** What the store answers instead, to calls of a display. */
  refusal: { readonly status: number; readonly error: string } | null
  key: string
  hasPresence: boolean
  /** The times that the house has at that moment, as the store would tell them. */
  todayAt(now: number): TodayTicketInfo
  /** All codes that were issued within the last hour. */
  readonly issued: readonly SpotCode[]
  /** What the house has to say. */
  notices: readonly ShownNotice[]
  /** How many calls a display has made, by path. */
  readonly calls: ReadonlyMap<string, number>
}

/** Takes the place of clock and network of the page, from a date-time in +09:00 on. */
export function displayWorld(start: string): DisplayWorld {
  vi.useFakeTimers({ now: epochMsOf(start) })
  const begun = performance.now()
  let slept = 0
  const issued: SpotCode[] = []
  const calls = new Map<string, number>()
  const world: DisplayWorld = {
    now: () => epochMsOf(start) + performance.now() - begun + slept,
    pass: ms =>
      act(async () => {
        await vi.advanceTimersByTimeAsync(ms)
      }),
    jump: ms => void vi.setSystemTime(Date.now() + ms),
    sleep: ms => {
      slept += ms
      vi.setSystemTime(Date.now() + ms)
    },
    isOnline: true,
    refusal: null,
    key: SIGNAGE_KEY,
    hasPresence: false,
    todayAt,
    notices: [],
    issued,
    calls,
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url)
    calls.set(pathname, (calls.get(pathname) ?? 0) + 1)
    if (!world.isOnline) throw new TypeError('no network')
    if (pathname.endsWith('/texts')) return answer(200, rowsOf(searchParams.get('lang')))
    if (world.refusal !== null) return answer(world.refusal.status, { error: world.refusal.error })
    if (pathname.endsWith('/notices')) return answer(200, world.notices)
    if (pathname.endsWith('/today-ticket-info')) return answer(200, todayAt(world.now()))
    if (new Headers(init.headers).get('x-signage-key') !== world.key)
      return answer(401, { error: 'signage key not accepted' })
    const code = issue(world)
    issued.push(code)
    if (issued.length > CODE_MS / 10_000) issued.shift()
    return answer(201, code)
  })
  return world
}

function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status })
}

function rowsOf(lang: string | null): { readonly key: string; readonly text: string }[] {
  return Object.entries(textsOf(isLanguage(lang) ? lang : 'ja')).map(([key, text]) => ({ key, text }))
}

function issue(world: DisplayWorld): SpotCode {
  const now = world.now()
  const midnight = epochMsOf(`${addDays(jstDateOf(now), 1)}T00:00:00+09:00`)
  const token = `spq_${Math.floor(now / 1_000)}`
  const minute = Math.floor(now / 60_000)
  return {
    qr_token: token,
    url: `https://tickets.example/#/spot?qr_token=${token}`,
    issued_at: jstIso(now),
    expires_at: jstIso(Math.min(now + CODE_MS, midnight)),
    renew_after_seconds: 60,
    product_name: 'デジタルフォレスト',
    presence: world.hasPresence
      ? { code: String(minute % 1_000_000).padStart(6, '0'), ends_at: jstIso((minute + 1) * 60_000) }
      : null,
  }
}

function todayAt(now: number): TodayTicketInfo {
  const date = jstDateOf(now)
  const at = (hour: number): string => `${date}T${String(hour).padStart(2, '0')}:00:00+09:00`
  const time_spans = Array.from({ length: TIMES }, (_, index) => {
    const state = STATES[index % STATES.length] ?? 'normal'
    const remaining_stock = { normal: 40, few: 5, sold_out: 0 }[state]
    const [from, to] = [at(OPENS + index), at(OPENS + index + 1)]
    return { time_span_id: index + 1, from, to, state, remaining_stock, price: 3_200, sold_until: from }
  }).filter(span => now < epochMsOf(span.sold_until))
  return {
    date,
    generated_at: jstIso(now),
    products: [
      {
        uuid: PRODUCT,
        name: 'デジタルフォレスト',
        image_path: null,
        sale_type: 'time',
        priced_kind: '大人',
        state: time_spans.length === 0 ? 'closed' : 'normal',
        time_spans,
      },
    ],
  }
}

const HOUR = 3_600_000

/** What happens to a display sooner or later. */
const TROUBLES: ReadonlyArray<(world: DisplayWorld) => Promise<void>> = [
  async world => cut(world, 600_000),
  async world => world.jump(1_000),
  async world => world.jump(-1_000),
  async world => world.jump(HOUR),
  async world => world.jump(-HOUR),
  async world => cut(world, 2_400_000),
  async world => world.sleep(10 * HOUR),
]

async function cut(world: DisplayWorld, ms: number): Promise<void> {
  world.isOnline = false
  await world.pass(ms)
  world.isOnline = true
}

interface LongRunCounts {
  readonly nodes: readonly number[]
  readonly timers: readonly number[]
  readonly heaps: readonly number[]
}

interface LongRun {
  /** All troubles one after the other, until so much time has passed, in ms; each at least once. */
  readonly lasts: number
  /** Turns of ten seconds between one trouble and the next. */
  readonly turns: number
  /** Called after each turn. */
  readonly look: () => void
}

/**
 * Lets a display run, with everything that may happen to it. @returns the counts of elements and timers between troubles, and what the
 * process kept after each round of them, in bytes.
 */
export async function runLong(world: DisplayWorld, { lasts, turns, look }: LongRun): Promise<LongRunCounts> {
  const end = world.now() + lasts
  const nodes = new Set<number>()
  const timers = new Set<number>()
  const heaps: number[] = []
  do {
    for (const trouble of TROUBLES) {
      await trouble(world)
      // Until the display has noticed.
      await world.pass(20_000)
      for (let turn = 0; turn < turns; turn += 1) {
        await world.pass(10_000)
        look()
      }
      nodes.add(document.querySelectorAll('*').length)
      timers.add(vi.getTimerCount())
    }
    heaps.push(measureHeap())
  } while (world.now() < end)
  return { nodes: [...nodes], timers: [...timers], heaps }
}
