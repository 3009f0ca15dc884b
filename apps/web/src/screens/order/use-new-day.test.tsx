import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { render } from '../../../test/render.tsx'
import { useNewDay } from './use-new-day.ts'

const LOADED = Date.parse('2026-12-04T23:50:00+09:00')
const MINUTE = 60_000
const reload = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(LOADED)
  vi.spyOn(location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  reload.mockClear()
})

function Page(): null {
  useNewDay()
  return null
}

function comeBack(minutesLater: number, how: 'focus' | 'visibilitychange'): void {
  vi.setSystemTime(LOADED + minutesLater * MINUTE)
  if (how === 'focus') window.dispatchEvent(new Event(how))
  else document.dispatchEvent(new Event(how))
}

test.each(['focus', 'visibilitychange'] as const)(
  'a page left open over midnight in Japan reloads when the visitor returns to it: %s (R-9.19)',
  how => {
    render(<Page />)
    comeBack(9, how)
    expect(reload).not.toHaveBeenCalled()
    comeBack(11, how)
    expect(reload).toHaveBeenCalledOnce()
  },
)
