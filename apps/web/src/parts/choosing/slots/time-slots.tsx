import type { TimeSpan } from '@kippu/contract/products'
import { stockStatusOf } from '@kippu/domain/stock/availability'
import type { TextKey } from '@kippu/texts/texts'
import { useId } from 'react'
import type { ReactElement } from 'react'

import { useDates } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import styles from './time-slots.module.css'

interface TimeSlotsProps {
  readonly spans: readonly TimeSpan[]
  /** Tickets chosen so far: a slot must hold the whole party (D-04). */
  readonly party: number
  /** Up to this number of units a slot is few (S-2.09). */
  readonly lowStock: number
  readonly selected: number | null
  readonly onSelect: (timeSpanId: number) => void
  /** Names the group. */
  readonly label: string
  /** The label of a span; by default its start and end time. */
  readonly words?: (span: TimeSpan) => string
  /** The text key for few units, with `{count}`. */
  readonly fewText?: TextKey
}

/** The time slots of a day, one to be chosen. A slot that cannot hold the party says so and is disabled. */
export function TimeSlots({
  spans,
  party,
  lowStock,
  selected,
  onSelect,
  label,
  words,
  fewText = 'common_low_stock',
}: TimeSlotsProps): ReactElement {
  const { timeRange } = useDates()
  const note = useStockNote(lowStock, fewText)
  const group = useId()
  return (
    <fieldset className={styles.slots}>
      <legend className="visually-hidden">{label}</legend>
      {spans.map(span => {
        const isOpen = span.stock_count >= Math.max(1, party)
        return (
          <label key={span.time_span_id} className={styles.slot} data-open={isOpen}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              checked={selected === span.time_span_id}
              disabled={!isOpen}
              onChange={() => onSelect(span.time_span_id)}
            />
            <span className={styles.time}>{words?.(span) ?? timeRange(span.from, span.to)}</span>
            <span className={styles.note}>{note(span)}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

function useStockNote(lowStock: number, fewText: TextKey): (span: TimeSpan) => string {
  const t = useText()
  return ({ stock_count: count, remaining_stock: left }) => {
    switch (stockStatusOf(count, lowStock)) {
      case 'sold_out':
        return t('calendar_state_sold_out')
      case 'few':
        return t(fewText, { count: left })
      case 'normal':
        return t('calendar_state_normal')
    }
  }
}
