import { useEffect, useState } from 'react'

const SECOND = 1000

/** Whole seconds until something may be done (again): from when the page opens, and anew with `restart`. A page that slept knows it. */
export function useWait(seconds: number): { readonly left: number; readonly restart: () => void } {
  const endFromNow = (): number => Date.now() + seconds * SECOND
  const [end, setEnd] = useState(endFromNow)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((end - now) / SECOND))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [isOver])
  return {
    left,
    restart: () => {
      setNow(Date.now())
      setEnd(endFromNow())
    },
  }
}
