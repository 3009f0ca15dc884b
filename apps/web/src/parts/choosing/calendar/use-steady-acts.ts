import { useLayoutEffect, useRef, useState } from 'react'

import type { MonthActs } from './month-grid.tsx'

/** The acts of the last rendering behind functions that stay the same, so that a month whose days are unchanged is not rendered again. */
export function useSteadyActs(acts: MonthActs): MonthActs {
  const last = useRef(acts)
  useLayoutEffect(() => {
    last.current = acts
  })
  const [steady] = useState<MonthActs>(() => ({
    onKeyDown: event => last.current.onKeyDown(event),
    onChoose: date => last.current.onChoose(date),
    onVisit: date => last.current.onVisit(date),
  }))
  return steady
}
