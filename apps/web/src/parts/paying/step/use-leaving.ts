import { useCallback, useEffect, useState } from 'react'

interface Leaving {
  readonly isLeaving: boolean
  /** Leaves the page by calling the given function. */
  readonly leave: (go: () => void) => void
}

/** Whether the page is leaving; a visitor who comes back by the back button finds it usable again. */
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
