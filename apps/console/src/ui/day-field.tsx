import type { ReactNode } from 'react'

import { useLanguage } from '../language'
import { Field } from './field'

interface DayFieldProps {
  /** `yyyy-MM-dd`. */
  readonly day: string
  readonly onDay: (day: string) => void
}

/** The day of a screen; while it is typed it is none, and the former one stays. */
export function DayField({ day, onDay }: DayFieldProps): ReactNode {
  const { say } = useLanguage()
  return (
    <Field
      label={say('date')}
      type="date"
      value={day}
      onChange={({ target: { value } }) => {
        if (value !== '') onDay(value)
      }}
    />
  )
}
