import { useEffect, useState } from 'react'

import type { Room } from './pages.ts'

/** In hundredths of the shorter side of the window, as `today-screen.module.css` has them. */
const ROW = 9.4
const SIDE = { landscape: { head: 17, foot: 5 }, portrait: { head: 41, foot: 9 } } as const
/** The height of the line that says how old everything is; a wide page has it in its head. */
const STALE = 9

export interface WindowRoom extends Room {
  readonly isWide: boolean
}

/** How much a window of these pixels shows at once. */
export function roomOf(width: number, height: number, isStale: boolean): WindowRoom {
  const isWide = width > height
  const { head, foot } = isWide ? SIDE.landscape : SIDE.portrait
  const part = Math.min(width, height) / 100
  const free = part === 0 ? 0 : height / part - head - foot - (isStale && !isWide ? STALE : 0)
  return { isWide, columns: isWide ? 2 : 1, rows: free / ROW }
}

export function useWindowRoom(isStale: boolean): WindowRoom {
  const [size, setSize] = useState(() => ({ width: innerWidth, height: innerHeight }))
  useEffect(() => {
    const follow = (): void => setSize({ width: innerWidth, height: innerHeight })
    window.addEventListener('resize', follow)
    return () => window.removeEventListener('resize', follow)
  }, [])
  return roomOf(size.width, size.height, isStale)
}
