import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * How many months stand side by side: the style sheet decides it by the width of the calendar, before any script has run,
 * and the keyboard and the buttons follow.
 */
export function useColumns(calendar: RefObject<HTMLElement | null>): 1 | 2 {
  const [columns, setColumns] = useState<1 | 2>(1)
  useEffect(() => {
    const look = (): void => {
      const second = calendar.current?.querySelectorAll('h3')[1]
      setColumns(second !== undefined && second.getBoundingClientRect().width > 0 ? 2 : 1)
    }
    // With the next frame, which lays the page out anyway: at once, a cheap phone would do so in the midst of the first press.
    const frame = requestAnimationFrame(look)
    window.addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('resize', look)
    }
  }, [calendar])
  return columns
}
