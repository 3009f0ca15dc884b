import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { scrollToTopSoon } from './scroll.ts'

const scrollTo = vi.fn<typeof window.scrollTo>()
const prefersLess = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('scrollTo', scrollTo)
  scrollTo.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('R-2.72, R-9.16: the page scrolls smoothly to the top 200 ms after a navigation', () => {
  prefersLess(false)
  scrollToTopSoon()
  vi.advanceTimersByTime(199)
  expect(scrollTo).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
})

test('it jumps for a visitor who asked for less motion, and the next navigation cancels it', () => {
  prefersLess(true)
  scrollToTopSoon()()
  vi.advanceTimersByTime(200)
  expect(scrollTo).not.toHaveBeenCalled()
  scrollToTopSoon()
  vi.advanceTimersByTime(200)
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
})
