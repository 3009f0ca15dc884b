import type { ReactNode } from 'react'

import { todayInJapan } from '../formats'
import { useLanguage } from '../language'
import { Field } from '../ui/field'

interface MoveDayFieldProps {
  /** `yyyy-MM-dd`, in Japan. */
  readonly value: string
  readonly onChange: (date: string) => void
}

/** The day that a visit moves to, today or later; while it is being typed, it stays what it was. */
export function MoveDayField({ value, onChange }: MoveDayFieldProps): ReactNode {
  const { say } = useLanguage()
  return (
    <Field
      label={say('moveDay')}
      type="date"
      required
      min={todayInJapan()}
      value={value}
      onChange={({ target: { value: date } }) => {
        if (date !== '') onChange(date)
      }}
    />
  )
}
