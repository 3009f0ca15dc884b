import { epochMsOf } from '@kippu/domain/jst-date'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'

import { IS_WHOLE_PROOF } from '../../../../../tools/test/proof-choice.ts'
import { CODE_MS, displayWorld, PRODUCT, runLong, SIGNAGE_KEY } from '../../../test/display-world.ts'
import type { DisplayWorld } from '../../../test/display-world.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { click, render } from '../../../test/render.tsx'
import { ParamsContext } from '../../page/router.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SpotQrScreen } from './spot-qr-screen.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TEXTS = textsOf('ja')
const KEPT = 'demo:signage-key'

function open(key: string | null = SIGNAGE_KEY): HTMLElement {
  if (key !== null) localStorage.setItem(KEPT, key)
  const screen = (
    <ParamsContext value={{ productUuid: PRODUCT }}>
      <SpotQrScreen />
    </ParamsContext>
  )
  return render(screen, buildFirstView({ texts: TEXTS })).element
}

const pictures = new Map<string, string>()
function pictureOf(url: string): string {
  const known =
    pictures.get(url) ??
    /<path[^>]* d="([^"]*)"/.exec(renderToStaticMarkup(<QrCode code={url} label="" />))?.[1] ??
    ''
  if (pictures.size > 400) pictures.clear()
  pictures.set(url, known)
  return known
}

/** How old the code on the display is, in ms; undefined where none is shown. It must never be one that is over. */
function ageShown(element: HTMLElement, world: DisplayWorld): number | undefined {
  const picture = element.querySelector('figure path')?.getAttribute('d')
  if (picture === undefined || picture === null) return undefined
  const shown = world.issued.findLast(({ url }) => pictureOf(url) === picture)
  if (shown === undefined) throw new Error('a code is shown that was not issued')
  expect(world.now()).toBeLessThan(epochMsOf(shown.expires_at))
  return world.now() - epochMsOf(shown.issued_at)
}

function type(element: HTMLElement, text: string): void {
  const input = element.querySelector('input')
  if (input === null) throw new Error('there is no field')
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  act(() => input.form?.requestSubmit())
}

const button = (element: HTMLElement, key: keyof typeof TEXTS) =>
  Array.from(element.querySelectorAll('button')).find(one =>
    [one.textContent, one.getAttribute('aria-label')].includes(TEXTS[key] ?? ''),
  )

describe('R-2.59: the code of a product on a display', () => {
  test('S-12.03: the key is typed once, kept, and removed', async () => {
    const world = displayWorld('2026-11-30T10:00:00+09:00')
    const element = open(null)
    await world.pass(5 * MINUTE)
    expect(world.calls.size).toBe(0)
    type(element, ` ${SIGNAGE_KEY} `)
    await world.pass(1_000)
    expect(localStorage.getItem(KEPT)).toBe(SIGNAGE_KEY)
    expect(ageShown(element, world)).toBeLessThan(2_000)
    expect(element.textContent).toContain('デジタルフォレスト')
    click(button(element, 'spot_qr_key_title'))
    click(button(element, 'spot_qr_key_remove'))
    expect(localStorage.getItem(KEPT)).toBeNull()
    expect(element.querySelector('input')).not.toBeNull()
  })

  test('S-12.03: a key that is refused is said to be, and another one is accepted', async () => {
    const world = displayWorld('2026-11-30T10:00:00+09:00')
    const element = open('another-key-of-a-house')
    await world.pass(1_000)
    expect(element.textContent).toContain(TEXTS['error_signage_key_not_accepted_message'])
    expect(ageShown(element, world)).toBeUndefined()
    type(element, SIGNAGE_KEY)
    await world.pass(1_000)
    expect(ageShown(element, world)).toBeLessThan(2_000)
  })

  test('where the key of the deployment has changed, the last code is shown to its end', async () => {
    const world = displayWorld('2026-11-30T10:00:00+09:00')
    const element = open()
    await world.pass(1_000)
    world.key = 'the-next-key-of-the-house'
    await world.pass(25 * MINUTE)
    expect(ageShown(element, world)).toBeDefined()
    await world.pass(6 * MINUTE)
    expect(ageShown(element, world)).toBeUndefined()
    expect(element.querySelector('input')).not.toBeNull()
    world.key = SIGNAGE_KEY
    await world.pass(2 * MINUTE)
    expect(ageShown(element, world)).toBeLessThan(70_000)
  })

  test('it is renewed every minute, by one call', async () => {
    const world = displayWorld('2026-11-30T10:00:00+09:00')
    const element = open()
    for (let minute = 0; minute < 60; minute += 1) {
      await world.pass(MINUTE)
      expect(ageShown(element, world)).toBeLessThan(64_000)
    }
    const calls = world.calls.get('/api/v1/spot/qrtokens') ?? 0
    expect(calls).toBeGreaterThanOrEqual(57)
    expect(calls).toBeLessThanOrEqual(61)
  })

  test('a lost network changes nothing while the code is valid; then there is none, and calm words', async () => {
    const world = displayWorld('2026-11-30T10:00:00+09:00')
    const element = open()
    await world.pass(1_000)
    world.isOnline = false
    await world.pass(CODE_MS - 15_000)
    expect(ageShown(element, world)).toBeGreaterThan(CODE_MS - 20_000)
    expect(element.textContent).not.toContain(TEXTS['spot_qr_paused'])
    await world.pass(10_000)
    expect(ageShown(element, world)).toBeUndefined()
    expect(element.textContent).toContain(TEXTS['spot_qr_paused'])
    world.isOnline = true
    await world.pass(12_000)
    expect(ageShown(element, world)).toBeLessThan(12_000)
  })

  test('a display that slept for ten hours shows no code of before, and a new one at once', async () => {
    const world = displayWorld('2026-11-29T21:00:00+09:00')
    const element = open()
    await world.pass(1_000)
    world.sleep(10 * HOUR)
    world.isOnline = false
    await world.pass(1_000)
    expect(ageShown(element, world)).toBeUndefined()
    world.isOnline = true
    await world.pass(12_000)
    expect(ageShown(element, world)).toBeLessThan(12_000)
    world.sleep(10 * HOUR)
    await world.pass(1_000)
    expect(ageShown(element, world)).toBeLessThan(2_000)
  })

  test('an answer that was asked for before a sleep is not believed to be new', async () => {
    const world = displayWorld('2026-11-30T10:00:00+09:00')
    const late = vi.fn<() => void>()
    const usual = fetch
    let isFirst = true
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await usual(url, init)
      if (!isFirst) throw new TypeError('no network')
      isFirst = false
      await new Promise<void>(resolve => late.mockImplementation(resolve))
      return answer
    })
    const element = open()
    await world.pass(500)
    world.sleep(10 * HOUR)
    await world.pass(1_000)
    late()
    await world.pass(1_000)
    expect(ageShown(element, world)).toBeUndefined()
  })

  test('a product that is not sold at the door is said to be none, until it is', async () => {
    const world = displayWorld('2026-11-30T10:00:00+09:00')
    world.refusal = { status: 404, error: 'record not found' }
    const element = open()
    await world.pass(1_000)
    expect(element.textContent).toContain(TEXTS['spot_qr_unsold'])
    world.refusal = null
    await world.pass(70_000)
    expect(ageShown(element, world)).toBeLessThan(70_000)
  })

  test('S-9.08: the digits of the minute stand beside it, and go when nobody accepts them any longer', async () => {
    const world = displayWorld('2026-11-30T10:00:30+09:00')
    world.hasPresence = true
    const element = open()
    const digitsOf = (now: number) => String(Math.floor(now / MINUTE) % 1_000_000).padStart(6, '0')
    const shown = () => element.querySelector('section p')?.textContent.replace(/\s/g, '')
    for (let minute = 0; minute < 10; minute += 1) {
      await world.pass(MINUTE)
      expect(shown()).toBe(digitsOf(world.now()))
    }
    world.isOnline = false
    await world.pass(2 * MINUTE)
    expect(shown()).toBeUndefined()
    expect(ageShown(element, world)).toBeDefined()
  })
})

/** The whole proof has a week over the end of a month; the short run has the end of the month, and each trouble once. */
const RUN = IS_WHOLE_PROOF
  ? { name: 'a week', start: '2026-11-27T17:00:00+09:00', lasts: 7 * 24 * HOUR, turns: 180 }
  : { name: 'a night', start: '2026-11-30T22:30:00+09:00', lasts: 0, turns: 45 }

test(`${RUN.name} of cuts, jumps and sleep: never a code that is over, always a new one where the store answers, and nothing grows (R-2.59)`, async () => {
  const world = displayWorld(RUN.start)
  world.hasPresence = true
  const element = open()
  await world.pass(1_000)
  const { nodes, timers, heaps } = await runLong(world, {
    ...RUN,
    look: () => {
      const age = ageShown(element, world)
      const sinceMidnight = (world.now() + 9 * HOUR) % (24 * HOUR)
      // In the last seconds of a day there may be none, as its codes end with it, and in the first ones the next is on its way.
      const isTurning = sinceMidnight < 15_000 || sinceMidnight > 24 * HOUR - 20_000
      expect(isTurning || (age !== undefined && age < 75_000)).toBe(true)
    },
  })
  expect(nodes).toHaveLength(1)
  expect(Math.max(...timers)).toBeLessThanOrEqual(2)
  expect((heaps.at(-1) ?? 0) - (heaps[1] ?? heaps[0] ?? 0)).toBeLessThan(2_000_000)
}, 900_000)
