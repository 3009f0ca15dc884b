import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { render } from '../../../test/render.tsx'
import { HoldTimer } from './hold-timer.tsx'

const view = buildFirstView({ lang: 'en', texts: textsOf('en') })
const MINUTE = 60_000

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00+09:00') }))
afterEach(() => vi.useRealTimers())

function openTimer(expiresAt: string) {
  const { element } = render(<HoldTimer expiresAt={expiresAt} />, view)
  return {
    seen: () => element.querySelector('p > span')?.textContent,
    said: () => element.querySelector('output')?.textContent,
    pass: (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms)),
  }
}

test('the time left is told in whole minutes, a begun one as a whole one', async () => {
  const { seen, pass } = openTimer('2026-12-01T10:30:00+09:00')
  expect(seen()).toBe('We are holding your tickets for 30 more minutes')
  await pass(55_000)
  expect(seen()).toContain('30 more minutes')
  await pass(5_000)
  expect(seen()).toContain('29 more minutes')
})

test('it is read out at five minutes, at one and at the end, and keeps quiet between (WCAG 2.2.1)', async () => {
  const { said, pass } = openTimer('2026-12-01T10:06:00+09:00')
  expect(said()).toBe('')
  await pass(MINUTE)
  expect(said()).toContain('5 more minutes')
  await pass(MINUTE)
  expect(said()).toBe('')
  await pass(3 * MINUTE)
  expect(said()).toContain('1 more minute')
  expect(said()).not.toContain('minutes')
  await pass(MINUTE)
  expect(said()).toBe('Your tickets are no longer held. Please choose your visit again.')
})

test('a hold that has ended stays ended', async () => {
  const { seen, pass } = openTimer('2026-12-01T09:00:00+09:00')
  expect(seen()).toContain('no longer held')
  await pass(MINUTE)
  expect(seen()).toContain('no longer held')
})
