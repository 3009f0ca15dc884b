import { useEffect, useState } from 'react'

import { todayInJapan } from './formats'

/** The day in Japan, also when it ends while a screen is open. */
export function useToday(): string {
  const [day, setDay] = useState(todayInJapan)
  useEffect(() => {
    const timer = setTimeout(() => setDay(todayInJapan()), Date.parse(`${day}T24:00:00+09:00`) - Date.now())
    return () => clearTimeout(timer)
  }, [day])
  return day
}
