import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { render } from '../../../test/render.tsx'
import { LiveMark } from './live-mark.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T23:59:58.400Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const turn = (visibility: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('the clock beside a code runs in Japanese time, so that a screenshot is known', () => {
  const { element } = render(<LiveMark />)
  const shown = () => element.querySelector('time')?.textContent
  expect(shown()).toBe('08:59:58')
  act(() => void vi.advanceTimersByTime(600))
  expect(shown()).toBe('08:59:59')
  act(() => void vi.advanceTimersByTime(1_000))
  expect(shown()).toBe('09:00:00')
})

test('a hidden page has no timer, and shows the present time once it is seen again', () => {
  const { element } = render(
    <>
      <LiveMark />
      <LiveMark />
    </>,
  )
  expect(vi.getTimerCount()).toBe(1)
  turn('hidden')
  expect(vi.getTimerCount()).toBe(0)
  vi.setSystemTime(Date.parse('2026-12-02T00:10:00Z'))
  turn('visible')
  expect(element.querySelector('time')?.textContent).toBe('09:10:00')
  expect(vi.getTimerCount()).toBe(1)
})
