// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createStoreClock, momentNow } from './store-clock.ts'

const TOLD = Date.parse('2026-11-30T23:00:00+09:00')

beforeEach(() => vi.useFakeTimers({ now: TOLD - 7_200_000 }))
afterEach(() => vi.useRealTimers())

function told() {
  const clock = createStoreClock()
  clock.learn(TOLD, momentNow())
  return clock
}

describe('R-2.59: the store’s time on a display', () => {
  test('is the device’s own until the store has told it, however wrong that is', () => {
    const clock = createStoreClock()
    expect(clock.now()).toBe(TOLD - 7_200_000)
    clock.learn(TOLD, momentNow())
    expect(clock.now()).toBe(TOLD)
  })

  test('passes as time passes, from the beginning of the call on that told it', () => {
    const clock = createStoreClock()
    const began = momentNow()
    vi.advanceTimersByTime(20_000)
    clock.learn(TOLD, began)
    expect(clock.now()).toBe(TOLD + 20_000)
  })

  test.each([-1_000, -3_600_000])('does not go back where the clock of the device is set by %i ms', ms => {
    const clock = told()
    vi.advanceTimersByTime(5_000)
    vi.setSystemTime(Date.now() + ms)
    expect(clock.now()).toBe(TOLD + 5_000)
    vi.advanceTimersByTime(5_000)
    expect(clock.now()).toBe(TOLD + 10_000)
  })

  test('has passed a sleep in which the steady clock stood still, and is right again once a wrong jump is undone', () => {
    const clock = told()
    vi.setSystemTime(Date.now() + 36_000_000)
    expect(clock.now()).toBe(TOLD + 36_000_000)
    vi.setSystemTime(Date.now() - 36_000_000)
    expect(clock.now()).toBe(TOLD)
  })
})
