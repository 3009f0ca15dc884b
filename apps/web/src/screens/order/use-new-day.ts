import { jstDateOf } from '@kippu/domain/jst-date'
import { useEffect } from 'react'

/**
 * Reloads the page when the visitor comes back to it and a new day has begun in Japan since it was loaded: the calendar
 * then begins today. The browser's clock is only compared with itself, so a wrong clock causes no reload.
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
