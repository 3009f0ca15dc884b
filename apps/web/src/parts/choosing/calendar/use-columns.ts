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
    look()
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [calendar])
  return columns
}
