import { isGridKey, moveFocus } from '@kippu/domain/calendar/keyboard'
import type { CalendarMonth } from '@kippu/domain/calendar/month'
import { civilOf, firstOfMonth, lastOfMonth } from '@kippu/domain/jst-date'
import type { IsoDate } from '@kippu/domain/jst-date'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactElement } from 'react'

import { useDates } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { entryDayOf, indexOfMonth, openingDay, rangeOf, yearMonthOf } from './calendar-focus.ts'
import { CalendarLegend } from './calendar-legend.tsx'
import styles from './calendar.module.css'
import { MonthGrid } from './month-grid.tsx'
import type { AmountWords, CurrentDay } from './month-grid.tsx'

interface CalendarProps {
  /** Active months in order, the disabled one last. */
  readonly months: readonly CalendarMonth[]
  /** Today in Japan. */
  readonly today: IsoDate
  /** First day of the week: 0 Sunday, 1 Monday. */
  readonly weekOffset: number
  readonly selected: IsoDate | null
  readonly onSelect: (date: IsoDate) => void
  /** Called with the first and last day of the month in view. */
  readonly onShow?: (range: { readonly from: IsoDate; readonly to: IsoDate }) => void
  /** The visit as it is now, in a calendar that moves it. */
  readonly current?: CurrentDay
  /** The number under a day; by default its price. */
  readonly amount?: AmountWords
  /** What those numbers are. */
  readonly note?: string
}

/**
 * The month grid with the keyboard model of the WAI-ARIA date picker: one day is in the tab order, arrows move
 * by days and weeks, Home and End within the week, PageUp and PageDown by months, with Shift by years.
 */
export function Calendar({
  months,
  today,
  weekOffset,
  selected,
  onSelect,
  onShow,
  current,
  amount,
  note,
}: CalendarProps): ReactElement {
  const t = useText()
  const { yearMonth } = useDates()
  const titleId = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<IsoDate | null>(null)
  const isFocusDue = useRef(false)

  const focused = moved ?? selected ?? openingDay(months) ?? today
  const index = indexOfMonth(months, focused)
  const month = months[index]

  useEffect(() => {
    if (!isFocusDue.current) return
    isFocusDue.current = false
    grid.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus()
  }, [focused])

  const first = month && firstOfMonth(yearMonthOf(month))
  useEffect(() => {
    if (first !== undefined) onShow?.({ from: first, to: lastOfMonth(civilOf(first)) })
  }, [first, onShow])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isGridKey(event.key)) return
    event.preventDefault()
    const next = moveFocus(focused, event.key, {
      ...rangeOf(months, today),
      shift: event.shiftKey,
      weekOffset,
    })
    isFocusDue.current = next !== focused
    setMoved(next)
  }
  const showMonth = (target: CalendarMonth | undefined): void => {
    if (target !== undefined) setMoved(entryDayOf(target))
  }
  const choose = (date: IsoDate): void => {
    setMoved(date)
    onSelect(date)
  }

  if (month === undefined) return <></>
  return (
    <div className={styles.calendar} ref={grid} data-month={`${month.currentYear}-${month.currentMonth}`}>
      <div className={styles.head}>
        <MonthButton
          icon="left"
          label={t('calendar_previous_month')}
          isAtEnd={index === 0}
          onPress={() => showMonth(months[index - 1])}
        />
        <h3 id={titleId} className={styles.title} aria-live="polite">
          {yearMonth(yearMonthOf(month))}
        </h3>
        <MonthButton
          icon="right"
          label={t('calendar_next_month')}
          isAtEnd={index === months.length - 1}
          onPress={() => showMonth(months[index + 1])}
        />
      </div>
      {month.disableMessage !== undefined && (
        <div className={styles.message}>
          <Notice>
            <p>{month.disableMessage}</p>
          </Notice>
        </div>
      )}
      <MonthGrid
        {...{ month, today, weekOffset, selected, focused, titleId, onKeyDown, current, amount }}
        onChoose={choose}
        onVisit={setMoved}
      />
      <CalendarLegend note={note} />
    </div>
  )
}

interface MonthButtonProps {
  readonly icon: 'left' | 'right'
  readonly label: string
  readonly isAtEnd: boolean
  readonly onPress: () => void
}

function MonthButton({ icon, label, isAtEnd, onPress }: MonthButtonProps): ReactElement {
  return (
    <button
      type="button"
      className={styles.turn}
      aria-label={label}
      aria-disabled={isAtEnd}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
