import { epochMsOf, jstDateOf } from '@kippu/domain/jst-date'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { describe, expect, test } from 'vitest'

import { IS_WHOLE_PROOF } from '../../../../../tools/test/proof-choice.ts'
import { displayWorld, runLong } from '../../../test/display-world.ts'
import type { DisplayWorld } from '../../../test/display-world.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { render } from '../../../test/render.tsx'
import { FixedRouter } from '../../page/router.tsx'
import { TodayScreen } from './today-screen.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TEXTS = textsOf('ja')
const [JA, EN] = [textsOf('ja'), textsOf('en')]

function open(settings: Readonly<Record<string, string>> = {}, query = ''): HTMLElement {
  const screen = (
    <FixedRouter route={`/signage/today-ticket-info${query}`}>
      <TodayScreen />
    </FixedRouter>
  )
  return render(screen, buildFirstView({ texts: TEXTS, settings })).element
}

const dateOf = (element: HTMLElement) => element.querySelector('header time')?.getAttribute('datetime')
/** The beginnings of the times on the display. */
const timesOf = (element: HTMLElement) =>
  Array.from(element.querySelectorAll('li time'), time => time.getAttribute('datetime') ?? '')
const expectedAt = (world: DisplayWorld, now = world.now()) =>
  world.todayAt(now).products.flatMap(({ time_spans }) => time_spans.map(({ from }) => from))

/** What is shown is today's in Japan and still on sale. A second may pass until the display has looked at its clock. */
function expectRight(element: HTMLElement, world: DisplayWorld): void {
  const now = world.now()
  expect([jstDateOf(now), jstDateOf(now - 2_500)]).toContain(dateOf(element))
  for (const from of timesOf(element)) expect(epochMsOf(from)).toBeGreaterThan(now - 2_500)
}

describe('R-2.55: today on a display', () => {
  test('every time with its state in words, what is left and the price of an adult', async () => {
    const world = displayWorld('2026-11-30T09:00:00+09:00')
    const element = open()
    await world.pass(1_000)
    expect(dateOf(element)).toBe('2026-11-30')
    expect(element.querySelector('h1')?.textContent).toBe('本日のチケット')
    expect(element.textContent).toContain('11月30日（月）')
    expect(element.textContent).toContain('09:00')
    expect(element.textContent).toContain('大人 3,200円')
    expect(timesOf(element)).toEqual(expectedAt(world))
    expect(Array.from(element.querySelectorAll('li'), ({ textContent }) => textContent).slice(0, 3)).toEqual([
      '10:00–11:00空きあり',
      '11:00–12:00あと5枚',
      '12:00–13:00完売',
    ])
    expect(document.querySelectorAll('header nav, footer, dialog, button, a')).toHaveLength(0)
  })

  test('it is asked for once a minute, and not by all displays at the same moment', async () => {
    const world = displayWorld('2026-11-30T09:00:00+09:00')
    open()
    await world.pass(60 * MINUTE)
    const calls = world.calls.get('/api/v1/signage/today-ticket-info') ?? 0
    expect(calls).toBeGreaterThanOrEqual(54)
    expect(calls).toBeLessThanOrEqual(66)
  })

  test('S-14.03: a time goes with the end of its sale, with the network and without', async () => {
    const world = displayWorld('2026-11-30T09:59:50+09:00')
    const element = open()
    await world.pass(5_000)
    expect(timesOf(element)[0]).toBe('2026-11-30T10:00:00+09:00')
    world.isOnline = false
    await world.pass(6_500)
    expect(timesOf(element)[0]).toBe('2026-11-30T11:00:00+09:00')
    await world.pass(HOUR)
    expect(timesOf(element)[0]).toBe('2026-11-30T12:00:00+09:00')
  })

  test('S-14.04: without a network the last data stay, with their age, and nothing asks for a press', async () => {
    const world = displayWorld('2026-11-30T10:05:00+09:00')
    const element = open()
    await world.pass(1_000)
    world.isOnline = false
    await world.pass(2 * MINUTE)
    expect(element.textContent).not.toContain('現在の情報')
    await world.pass(10 * MINUTE)
    expect(element.textContent).toMatch(/10:0[56]現在の情報（1[12]分前）/)
    expect(timesOf(element)).toEqual(expectedAt(world))
    await world.pass(2 * HOUR)
    expect(element.textContent).toMatch(/10:0[56]現在の情報（2時間前）/)
    expect(document.querySelectorAll('dialog, [role="dialog"], button')).toHaveLength(0)
    world.isOnline = true
    await world.pass(17_000)
    expect(element.textContent).not.toContain('現在の情報')
    expect(timesOf(element)).toEqual(expectedAt(world))
  })

  test('a network that comes back is used at once', async () => {
    const world = displayWorld('2026-11-30T10:05:00+09:00')
    const element = open()
    await world.pass(1_000)
    world.isOnline = false
    await world.pass(10 * MINUTE)
    world.isOnline = true
    act(() => void window.dispatchEvent(new Event('online')))
    await world.pass(100)
    expect(element.textContent).not.toContain('現在の情報')
  })

  test.each([true, false])(
    'it turns at midnight in Japan, at the end of a month too (network: %s)',
    async isOnline => {
      const world = displayWorld('2026-11-30T23:58:00+09:00')
      const element = open()
      await world.pass(MINUTE)
      expect(dateOf(element)).toBe('2026-11-30')
      expect(element.textContent).toContain(TEXTS['signage_none'])
      world.isOnline = isOnline
      await world.pass(MINUTE + 5_000)
      expect(dateOf(element)).toBe('2026-12-01')
      expect(timesOf(element)).toEqual(isOnline ? expectedAt(world) : [])
      expect(element.textContent.includes(TEXTS['signage_soon'] ?? '')).toBe(!isOnline)
    },
  )

  test('after a sleep of ten hours it shows the new day at once', async () => {
    const world = displayWorld('2026-11-30T22:00:00+09:00')
    const element = open()
    await world.pass(1_000)
    world.sleep(10 * HOUR)
    await world.pass(1_100)
    expect(dateOf(element)).toBe('2026-12-01')
    expect(timesOf(element)).toEqual(expectedAt(world))
  })

  test('a device with a wrong clock shows the store’s day and time', async () => {
    const world = displayWorld('2026-11-30T09:00:00+09:00')
    world.jump(-40 * 24 * HOUR - 3 * HOUR)
    const element = open()
    await world.pass(1_000)
    expect(dateOf(element)).toBe('2026-11-30')
    expect(element.textContent).toContain('09:00')
    expect(timesOf(element)).toEqual(expectedAt(world))
  })

  test('what the house has to say takes turns with the times, until its time is over, without a network too', async () => {
    const world = displayWorld('2026-11-30T09:00:00+09:00')
    world.notices = [
      {
        id: 1,
        severity: 'warning',
        shown_until: '2026-11-30T09:30:00+09:00',
        lang: 'ja',
        text: '本日は16時に閉館します。',
      },
    ]
    const element = open()
    const seenIn = async (ms: number): Promise<readonly string[]> => {
      const seen = new Set<string>()
      for (let passed = 0; passed < ms; passed += 10_000) {
        await world.pass(10_000)
        seen.add(
          timesOf(element).length > 0
            ? 'times'
            : (element.querySelector('[data-severity]')?.textContent ?? ''),
        )
      }
      return [...seen].toSorted()
    }
    const told = `${JA['notice_warning']}本日は16時に閉館します。`
    expect(await seenIn(60_000)).toEqual(['times', told])
    world.isOnline = false
    expect(await seenIn(60_000)).toEqual(['times', told])
    await world.pass(30 * MINUTE)
    expect(await seenIn(60_000)).toEqual(['times'])
  })

  test('languages take turns where the site asks, unless the address names one', async () => {
    const world = displayWorld('2026-11-30T09:00:00+09:00')
    const element = open({ Signage_Languages: 'ja,en' })
    const seen: (string | null | undefined)[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      await world.pass(10_000)
      const sign = element.querySelector('[lang]')
      seen.push(`${sign?.getAttribute('lang')} ${sign?.querySelector('h1')?.textContent}`)
    }
    expect(new Set(seen)).toEqual(new Set([`ja ${JA['signage_title']}`, `en ${EN['signage_title']}`]))
    expect(seen[0]).not.toBe(seen[1])
    expect(world.calls.get('/api/v1/texts')).toBe(2)
    const named = open({ Signage_Languages: 'ja,en' }, '?lang=ja')
    for (let turn = 0; turn < 3; turn += 1) {
      await world.pass(10_000)
      expect(named.querySelector('h1')?.textContent).toBe(JA['signage_title'])
    }
  })

  test('the picture is never for long at the same place, so that nothing burns in', async () => {
    const world = displayWorld('2026-11-30T09:00:00+09:00')
    const element = open()
    const places = new Set<string>()
    for (let minute = 0; minute < 30; minute += 1) {
      await world.pass(MINUTE)
      const { style } = element.firstElementChild as HTMLElement
      places.add(`${style.getPropertyValue('--shift-x')} ${style.getPropertyValue('--shift-y')}`)
    }
    expect(places.size).toBe(30)
  })

  test('a display that starts before its network waits without a dialog', async () => {
    const world = displayWorld('2026-11-30T09:00:00+09:00')
    world.isOnline = false
    const element = open()
    await world.pass(5 * MINUTE)
    expect(element.textContent).toContain(TEXTS['signage_soon'])
    world.isOnline = true
    await world.pass(17_000)
    expect(timesOf(element)).toEqual(expectedAt(world))
  })
})

/** The whole proof has a week over the end of a month; the short run has the end of the month, and each trouble once. */
const RUN = IS_WHOLE_PROOF
  ? { name: 'a week', start: '2026-11-27T07:00:00+09:00', lasts: 7 * 24 * HOUR, turns: 180 }
  : { name: 'a night', start: '2026-11-30T22:30:00+09:00', lasts: 0, turns: 45 }

test(`${RUN.name} of cuts, jumps and sleep: always today’s, and nothing that is over, and nothing grows (R-1.20)`, async () => {
  const world = displayWorld(RUN.start)
  const element = open({ Signage_Languages: 'ja,en,kr' })
  await world.pass(1_000)
  const { timers, heaps } = await runLong(world, {
    ...RUN,
    look: () => {
      expectRight(element, world)
      expect(element.textContent).not.toMatch(/現在の情報|As of|기준 정보/)
    },
  })
  expect(document.querySelectorAll('*').length).toBeLessThan(150)
  expect(Math.max(...timers)).toBeLessThanOrEqual(2)
  expect((heaps.at(-1) ?? 0) - (heaps[1] ?? heaps[0] ?? 0)).toBeLessThan(2_000_000)
}, 900_000)
