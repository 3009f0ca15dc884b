import { useEffect, useState } from 'react'

/** Whole seconds until something may be done (again): counted from when the page opens, and anew with `restart`. */
export function useWait(seconds: number): { readonly left: number; readonly restart: () => void } {
  const [left, setLeft] = useState(seconds)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setLeft(before => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return { left, restart: () => setLeft(seconds) }
}
