// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { holdToast, resumeToast, showToast, useToast } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the toast', () => {
  test('R-4.16, R-4.17, R-9.15: is shown for 3.5 s, fades for 1 s, and is gone', () => {
    showToast('saved')
    vi.advanceTimersByTime(3499)
    expect(useToast.getState()).toEqual({ message: 'saved', isFading: false })
    vi.advanceTimersByTime(1)
    expect(useToast.getState()).toEqual({ message: 'saved', isFading: true })
    vi.advanceTimersByTime(999)
    expect(useToast.getState().message).toBe('saved')
    vi.advanceTimersByTime(1)
    expect(useToast.getState()).toEqual({ message: null, isFading: false })
  })

  test('R-4.17: a new toast during the fade starts the time again', () => {
    showToast('one')
    vi.advanceTimersByTime(4000)
    showToast('two')
    vi.advanceTimersByTime(3499)
    expect(useToast.getState()).toEqual({ message: 'two', isFading: false })
  })

  test('stays while the pointer is on it', () => {
    showToast('one')
    holdToast()
    vi.advanceTimersByTime(60_000)
    expect(useToast.getState().message).toBe('one')
    resumeToast()
    vi.advanceTimersByTime(4500)
    expect(useToast.getState().message).toBeNull()
  })
})
