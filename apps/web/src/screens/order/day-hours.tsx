import { visitHoursOn } from '@kippu/domain/calendar/opening-hours'
import type { ReactNode } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useFirstView } from '../../page/first-view-context.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { useDayWords } from '../../parts/choosing/choice/use-day-words.ts'
import { useHoursWords } from '../../parts/house/use-hours-words.ts'
import styles from './order-screen.module.css'

/** The hours of the chosen day: those of the ticket where it has its own, else those of the house. */
export function DayHours({ product, date, day }: Choice): ReactNode {
  const t = useText()
  const view = useFirstView()
  const dayWords = useDayWords()
  const wordsOf = useHoursWords()
  if (view.kind !== 'order' || view.opening === null || date === null) return null
  const type = product?.sale_type ?? 'period'
  const hours = visitHoursOn(view.opening, date, { type, spans: day?.time_spans ?? [] })
  if (hours.length === 0) return null
  return <p className={styles.hint}>{t('hours_day', { date: dayWords(date), hours: wordsOf(hours) })}</p>
}
