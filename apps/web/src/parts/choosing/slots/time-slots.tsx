import type { TimeSpan } from '@kippu/contract/products'
import { stockStatusOf } from '@kippu/domain/stock/availability'
import type { TextKey } from '@kippu/texts/texts'
import { Fragment, useId } from 'react'
import type { ReactElement } from 'react'

import { useDates } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import { dayPartsOf } from './day-parts.ts'
import styles from './time-slots.module.css'

/** A time span as far as it is shown. */
type Slot = Omit<TimeSpan, 'options'>

interface TimeSlotsProps {
  readonly spans: readonly Slot[]
  /** Tickets chosen so far: a slot must hold the whole party. */
  readonly party: number
  /** Up to this number of units a slot is few. */
  readonly lowStock: number
  readonly selected: number | null
  readonly onSelect: (timeSpanId: number) => void
  /** Names the group. */
  readonly label: string
  /** The label of a span; by default its start and end time. */
  readonly words?: (span: Slot) => string
  /** The text key for few units, with `{count}`. */
  readonly fewText?: TextKey
  /** Many times of a day are told apart by morning, afternoon and evening. */
  readonly isGrouped?: boolean
  /** The span of a visit that is about to be moved: it is not a choice. */
  readonly current?: { readonly timeSpanId: number; readonly label: string } | undefined
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
  isGrouped = false,
  current,
}: TimeSlotsProps): ReactElement {
  const t = useText()
  const { timeRange } = useDates()
  const note = useStockNote(lowStock, fewText)
  const group = useId()
  const listOf = (shown: readonly Slot[]): ReactElement => (
    <div className={styles.list}>
      {shown.map(span => {
        const isCurrent = span.time_span_id === current?.timeSpanId
        const isOpen = !isCurrent && span.stock_count >= Math.max(1, party)
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
            <span className={styles.note}>{isCurrent ? current?.label : note(span)}</span>
          </label>
        )
      })}
    </div>
  )
  return (
    <fieldset className={styles.slots}>
      <legend className="visually-hidden">{label}</legend>
      {dayPartsOf(spans, isGrouped).map(({ part, spans: shown }) =>
        part === null ? (
          <Fragment key="all">{listOf(shown)}</Fragment>
        ) : (
          // A group within the group: the radio buttons stay one.
          <fieldset key={part}>
            <legend className={styles.part}>{t(`order_time_${part}`)}</legend>
            {listOf(shown)}
          </fieldset>
        ),
      )}
    </fieldset>
  )
}

function useStockNote(lowStock: number, fewText: TextKey): (span: Slot) => string {
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
