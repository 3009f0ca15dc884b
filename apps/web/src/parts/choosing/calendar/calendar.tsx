import { isGridKey, moveFocus } from '@kippu/domain/calendar/keyboard'
import type { CalendarMonth } from '@kippu/domain/calendar/month'
import { firstOfMonth, lastOfMonth } from '@kippu/domain/jst-date'
import type { IsoDate } from '@kippu/domain/jst-date'
import { memo, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactElement } from 'react'

import { useDates } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { dayWithin, entryDayOf, indexOfMonth, openingDay, rangeOf, yearMonthOf } from './calendar-focus.ts'
import { CalendarLegend } from './calendar-legend.tsx'
import styles from './calendar.module.css'
import { MonthGrid } from './month-grid.tsx'
import type { AmountWords, CurrentDay, ExceptionWords, MonthActs } from './month-grid.tsx'
import { useColumns } from './use-columns.ts'
import { useSteadyActs } from './use-steady-acts.ts'

interface CalendarProps {
  /** Active months in order, the disabled one last. */
  readonly months: readonly CalendarMonth[]
  /** Today in Japan. */
  readonly today: IsoDate
  /** First day of the week: 0 Sunday, 1 Monday. */
  readonly weekOffset: number
  readonly selected: IsoDate | null
  readonly onSelect: (date: IsoDate) => void
  /** Called with the first and last day of the months in view. */
  readonly onShow?: (range: { readonly from: IsoDate; readonly to: IsoDate }) => void
  /** The visit as it is now, in a calendar that moves it. */
  readonly current?: CurrentDay
  /** The number under a day; by default its price. */
  readonly amount?: AmountWords
  /** The words of days on which one product alone is left, by its uuid. */
  readonly exceptions?: ReadonlyMap<string, ExceptionWords>
  /** The meaning of the numbers. */
  readonly note?: string
}

/**
 * The month grid with the keyboard model of the WAI-ARIA date picker: one day is in the tab order, arrows move by days
 * and weeks, Home and End within the week, PageUp and PageDown by months, with Shift by years. Where there is room the
 * next month stands beside it; weeks that are over are left out.
 */
export function Calendar(props: CalendarProps): ReactElement {
  const { months, today, weekOffset, selected, onSelect, onShow, current, amount, exceptions } = props
  const t = useText()
  const root = useRef<HTMLDivElement>(null)
  const columns = useColumns(root)
  const [moved, setMoved] = useState<IsoDate | null>(null)
  const [turned, setTurned] = useState<number | null>(null)
  const [known, setKnown] = useState(selected)
  const isFocusDue = useRef(false)
  if (known !== selected) {
    // A day that was chosen elsewhere on the page comes into view.
    setKnown(selected)
    setMoved(selected)
  }

  const focused = moved ?? selected ?? openingDay(months, today) ?? today
  const index = firstShown(months, { focused, turned, columns })
  const shown = months.slice(index, index + 2)
  const inView = shown.slice(0, columns)

  useEffect(() => {
    if (!isFocusDue.current) return
    isFocusDue.current = false
    root.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus()
  }, [focused])

  const [first, last] = [inView.at(0), inView.at(-1)]
  const from = first && firstOfMonth(yearMonthOf(first))
  const to = last && lastOfMonth(yearMonthOf(last))
  useEffect(() => {
    if (from !== undefined && to !== undefined) onShow?.({ from, to })
  }, [from, to, onShow])

  /** A day that is in view is visited where it stands: the months do not move under the pointer. */
  const visit = (date: IsoDate): void => {
    setTurned(index)
    setMoved(date)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isGridKey(event.key)) return
    event.preventDefault()
    const next = moveFocus(focused, event.key, {
      ...rangeOf(months, today),
      shift: event.shiftKey,
      weekOffset,
    })
    isFocusDue.current = next !== focused
    visit(next)
  }
  const turn = (target: number): void => {
    const month = months[target]
    if (month === undefined || target > months.length - columns) return
    setTurned(target)
    setMoved(entryDayOf(month, today))
  }
  const choose = (date: IsoDate): void => {
    visit(date)
    setKnown(date)
    onSelect(date)
  }

  const acts = useSteadyActs({ onKeyDown, onChoose: choose, onVisit: visit })

  if (first === undefined) return <></>
  const partOf = (month: CalendarMonth): MonthProps => ({
    month,
    today,
    weekOffset,
    acts,
    current,
    amount,
    exceptions,
    // The selected day, if it is one of its own: whatever happens in one month, the other is as it was.
    selected: dayWithin(month, selected),
    focused: dayWithin(month, focused),
  })
  return (
    <div className={styles.calendar} ref={root} data-month={`${first.currentYear}-${first.currentMonth}`}>
      <MonthButton
        icon="left"
        label={t('calendar_previous_month')}
        isAtEnd={index === 0}
        onPress={() => turn(index - 1)}
      />
      <MonthButton
        icon="right"
        label={t('calendar_next_month')}
        isAtEnd={index >= months.length - columns}
        onPress={() => turn(index + 1)}
      />
      <div className={styles.months}>
        {/* By place: a title that stays and changes its words is read out. */}
        <Month key="first" {...partOf(first)} />
        {shown.slice(1).map(month => (
          <LaterMonth key="second" {...partOf(month)} />
        ))}
      </div>
      <CalendarLegend {...props} months={shown} />
    </div>
  )
}

interface MonthsInView {
  readonly focused: IsoDate
  /** Index of the month that the visitor turned to, or saw first when they last visited a day. */
  readonly turned: number | null
  readonly columns: number
}

/** Index of the first month in view: as the visitor turned, as long as the day in the tab order is in sight. */
function firstShown(months: readonly CalendarMonth[], { focused, turned, columns }: MonthsInView): number {
  const own = indexOfMonth(months, focused)
  const wished = Math.min(turned ?? own, Math.max(0, months.length - columns))
  return Math.max(own - columns + 1, Math.min(own, wished))
}

interface MonthProps extends Pick<CalendarProps, 'today' | 'weekOffset' | 'selected'> {
  readonly month: CalendarMonth
  readonly current: CurrentDay | undefined
  readonly amount: AmountWords | undefined
  readonly exceptions: ReadonlyMap<string, ExceptionWords> | undefined
  /** The day in the tab order; null when it is in the other month. */
  readonly focused: IsoDate | null
  readonly acts: MonthActs
}

/**
 * The month beside the first is a part of its own: on a cheap phone, which does not show it, a press on a day waits only for the first one
 * (decision 74).
 */
const LaterMonth = memo(function LaterMonth(props: MonthProps): ReactElement {
  return (
    <Suspense fallback={null}>
      <Month {...props} />
    </Suspense>
  )
})

/** A month with its title. */
function Month({ month, ...props }: MonthProps): ReactElement {
  const { yearMonth } = useDates()
  const titleId = useId()
  return (
    <div className={styles.month}>
      <h3 id={titleId} className={styles.title} aria-live="polite">
        {yearMonth(yearMonthOf(month))}
      </h3>
      {month.disableMessage !== undefined && (
        <div className={styles.message}>
          <Notice>
            <p>{month.disableMessage}</p>
          </Notice>
        </div>
      )}
      <MonthGrid {...props} {...{ month, titleId }} />
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
      className={`${styles.turn} ${styles[icon]}`}
      aria-label={label}
      aria-disabled={isAtEnd}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
