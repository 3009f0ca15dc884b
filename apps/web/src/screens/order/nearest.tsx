import { nearestDaysOf } from '@kippu/domain/calendar/nearest-days'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useFirstView } from '../../page/first-view-context.ts'
import { choiceAfterProduct } from '../../parts/choosing/choice/choice-order.ts'
import { nearestTimesOf } from '../../parts/choosing/choice/nearest-times.ts'
import type { OrderPartProps } from '../../parts/choosing/choice/order-choice.ts'
import { partyOf } from '../../parts/choosing/choice/ticket-kinds.ts'
import { useDayWords } from '../../parts/choosing/choice/use-day-words.ts'
import { useTimeSpanText } from '../../parts/visit/visit-time-texts.ts'
import styles from './nearest.module.css'
import { useStatuses } from './use-order-data.ts'

/** Where the chosen visit has no room for the party: the nearest times of the day and the nearest days that have, each at one press. */
export function Nearest({ choice, guide, onChoose }: OrderPartProps): ReactElement | null {
  const t = useText()
  const dayWords = useDayWords()
  const timeWords = useTimeSpanText()
  const { today } = useFirstView()
  const { product, date } = choice
  const rows = useStatuses(product?.uuid ?? null)
  const times = nearestTimesOf(choice)
  if (product === undefined || date === null || times === null) return null
  const days = nearestDaysOf(rows ?? [], { date, today, party: partyOf(product, choice.counts) })
  if (times.length + days.length === 0) return null
  return (
    <section className={styles.nearest} aria-labelledby="nearest">
      <h3 id="nearest">{t('order_nearest')}</h3>
      <ul>
        {times.map(span => (
          <li key={span.time_span_id}>
            <button type="button" onClick={() => onChoose({ timeSpanId: span.time_span_id })}>
              {timeWords(product.sale_type, span)}
            </button>
          </li>
        ))}
        {days.map(day => (
          <li key={day.date}>
            <button
              type="button"
              onClick={() => {
                onChoose({ date: day.date, timeSpanId: null })
                guide?.advance('date', choiceAfterProduct(product))
              }}
            >
              {dayWords(day.date)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
