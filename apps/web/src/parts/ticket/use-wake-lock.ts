import { useEffect } from 'react'

/** Keeps the screen on while a code may be held to a reader; a browser without wake locks does nothing. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    let lock: Promise<WakeLockSentinel | undefined> | undefined
    const release = (): void => void lock?.then(sentinel => sentinel?.release())
    const take = (): void => {
      // The browser releases the lock when the page is hidden.
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      release()
      lock = navigator.wakeLock.request('screen').catch(() => undefined)
    }
    take()
    document.addEventListener('visibilitychange', take)
    return () => {
      document.removeEventListener('visibilitychange', take)
      release()
    }
  }, [isNeeded])
}
