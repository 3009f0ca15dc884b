import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { allowSound, setMuted, signal, type Signal } from './sounds.ts'

const SIGNALS: readonly Signal[] = ['go', 'proof', 'stop', 'wait', 'ask']

let played: number[]
const vibrate = vi.fn<(pattern: readonly number[]) => boolean>(() => true)

/** The part of WebAudio that is used; it notes the frequencies. */
class NotedAudio {
  readonly currentTime = 0
  readonly state = 'running'
  readonly destination = {}
  createOscillator() {
    const note = {
      type: '',
      frequency: { value: 0 },
      connect: (next: object) => next,
      start: () => played.push(note.frequency.value),
      stop: () => undefined,
    }
    return note
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }
    return { gain, connect: (next: object) => next }
  }
}

beforeEach(() => {
  played = []
  vibrate.mockClear()
  vi.stubGlobal('AudioContext', NotedAudio)
  Object.assign(navigator, { vibrate })
  allowSound()
  setMuted(false)
})
afterEach(() => vi.unstubAllGlobals())

test('each outcome is told from the others by its sound alone, and by its vibration alone', () => {
  const heard = SIGNALS.map(kind => {
    played = []
    signal(kind)
    return played.join(' ')
  })
  expect(new Set(heard).size).toBe(SIGNALS.length)
  expect(heard).not.toContain('')
  expect(new Set(vibrate.mock.calls.map(([pattern]) => pattern.join(' '))).size).toBe(SIGNALS.length)
})

test('a muted device vibrates, and makes no sound, also after the next visit', () => {
  setMuted(true)
  signal('go')
  expect(played).toEqual([])
  expect(vibrate).toHaveBeenCalledOnce()
  expect(localStorage.getItem('gate-muted')).toBe('yes')
})
