import { useEffect, useState } from 'react'

/** For so long an answer that was kept says enough about a ticket, in ms. */
const A_DAY = 86_400_000

/**
 * Whether an answer of that time, in ms since 1970, is too old for a code to be shown: becomes true by itself while the page
 * stays open.
 */
export function useIsOld(keptAt: number | null): boolean {
  const [isOld, setIsOld] = useState(() => isOldNow(keptAt))
  useEffect(() => {
    const look = (): void => setIsOld(isOldNow(keptAt))
    look()
    if (keptAt === null || isOldNow(keptAt)) return
    const timer = setTimeout(look, keptAt + A_DAY - Date.now())
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [keptAt])
  return isOld
}

function isOldNow(keptAt: number | null): boolean {
  return keptAt !== null && Date.now() - keptAt >= A_DAY
}
