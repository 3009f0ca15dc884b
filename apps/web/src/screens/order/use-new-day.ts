import { jstDateOf } from '@kippu/domain/jst-date'
import { useEffect } from 'react'

/**
 * Loads the page again when the visitor comes back to it and Japan has a new day since it was loaded: the
 * calendar then begins today. The browser's clock is compared with itself alone, so one that is wrong reloads nothing.
 */
export function useNewDay(): void {
  useEffect(() => {
    const look = (): void => {
      const isSeen = document.visibilityState === 'visible'
      if (isSeen && jstDateOf(Date.now()) !== jstDateOf(performance.timeOrigin)) location.reload()
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [])
}
