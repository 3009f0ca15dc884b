import { useEffect, useState } from 'react'

import { serverNow } from '../../api/server-clock.ts'

/** The store's time in ms since 1970, read again every second. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
