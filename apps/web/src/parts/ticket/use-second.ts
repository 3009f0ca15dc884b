import { useSyncExternalStore } from 'react'

import { serverNow } from '../../api/server-clock.ts'

const SECOND = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Wakes at the next full second; one timer for all clocks, and none while the page is hidden. */
function wake(): void {
  clearTimeout(timer)
  timer = undefined
  if (listeners.size === 0 || document.visibilityState === 'hidden') return
  timer = setTimeout(
    () => {
      listeners.forEach(listener => listener())
      wake()
    },
    SECOND - (serverNow() % SECOND),
  )
}

function onVisibility(): void {
  // A clock that stood still meanwhile shows the present time at once.
  if (document.visibilityState === 'visible') listeners.forEach(listener => listener())
  wake()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility)
  listeners.add(listener)
  wake()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', onVisibility)
    wake()
  }
}

const wholeSecond = (): number => Math.floor(serverNow() / SECOND) * SECOND

/** The server's time in ms since 1970, a whole second that changes every second. */
export function useSecond(): number {
  return useSyncExternalStore(subscribe, wholeSecond, wholeSecond)
}
