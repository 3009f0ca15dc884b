import { useCallback, useEffect, useState } from 'react'

interface Leaving {
  readonly isLeaving: boolean
  /** Leaves the page by calling the given function. */
  readonly leave: (go: () => void) => void
}

/**
 * Leaves the page for one that the browser has to load. `isLeaving` is true until the next page loads, and false again after the browser's
 * back button: then the page is usable again.
 */
export function useLeaving(): Leaving {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const back = (): void => setLeaving(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  const leave = useCallback((go: () => void) => {
    setLeaving(true)
    go()
  }, [])
  return { isLeaving, leave }
}
