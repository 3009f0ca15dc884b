import { isSelectable } from '@kippu/domain/calendar/day-state'
import type { CalendarMonth, DayCell } from '@kippu/domain/calendar/month'
import { weekdayNames } from '@kippu/domain/date-format'
import type { IsoDate } from '@kippu/domain/jst-date'
import { formatCurrency, stripSymbols } from '@kippu/domain/money'
import type { KeyboardEvent, ReactElement } from 'react'

import { useDates, usePrice } from '../../../i18n/formats.tsx'
import { useLanguage, useText } from '../../../i18n/texts.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { isPast, weeksLeft } from './calendar-focus.ts'
import { colorWords, DAY_WORDS } from './day-words.ts'
import styles from './month-grid.module.css'

interface MonthGridProps {
  readonly month: CalendarMonth
  readonly today: IsoDate
  readonly weekOffset: number
  readonly selected: IsoDate | null
  /** The day in the tab order; null when it is in the other month. */
  readonly focused: IsoDate | null
  /** Id of the title of the month. */
  readonly titleId: string
  readonly acts: MonthActs
  readonly current: CurrentDay | undefined
  readonly amount: AmountWords | undefined
  readonly exceptions: ReadonlyMap<string, ExceptionWords> | undefined
}

/** The acts of a visitor in a month. */
export interface MonthActs {
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Called when the visitor chooses a day that can be chosen. */
  readonly onChoose: (date: IsoDate) => void
  /** Called when the visitor presses a day that cannot be chosen: the focus moves there. */
  readonly onVisit: (date: IsoDate) => void
}

/** The day of a visit that is about to be moved, and what it is called. */
export interface CurrentDay {
  readonly date: IsoDate
  readonly label: string
}

/** An amount in yen under a day: short for the eye, whole for the ear. */
export interface AmountWords {
  readonly short: (yen: number) => string
  readonly whole: (yen: number) => string
}

/** The words for a day on which one product alone is left, of several. */
export interface ExceptionWords {
  /** In the cell instead of a price: `パスのみ`. */
  readonly short: string
  /** For the ear, with the price of the day. */
  readonly whole: (yen: number) => string
  /** Below the calendar. */
  readonly note: string
}

/** The weeks of one month that are not over. */
export function MonthGrid(props: MonthGridProps): ReactElement {
  const { month, today, weekOffset, titleId, acts } = props
  const names = weekdayNames(useLanguage())
  return (
    // The WAI-ARIA date picker puts the grid role on a table.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <table className={styles.grid} role="grid" aria-labelledby={titleId} onKeyDown={acts.onKeyDown}>
      <thead>
        <tr>
          {names.map((_, column) => {
            const weekday = (column + weekOffset) % 7
            return (
              <th key={weekday} scope="col" className={weekday === 0 || weekday === 6 ? styles.weekend : ''}>
                {names[weekday]}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {weeksLeft(month, today).map(week => (
          <tr key={week[0]?.date}>
            {week.map(cell => (
              <Day key={cell.date} cell={cell} {...props} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = MonthGridProps & { readonly cell: DayCell }

/** One day. A day that cannot be chosen still takes the focus, so that its state is read out. */
function Day({ cell, ...props }: DayProps): ReactElement {
  const { today, selected, focused, acts, current, amount, exceptions } = props
  const t = useText()
  const name = useDayName(props)
  const { date, state } = cell
  if (state === 'empty') return <td>{'\u00a0'}</td>
  const isOpen = isSelectable(state)
  const isSelected = date === selected
  const isOver = isPast(cell, today)
  const only = exceptions?.get(cell.onlyProduct ?? '')
  return (
    <td aria-selected={isSelected}>
      <button
        type="button"
        className={[
          styles.day,
          styles[state],
          isOver ? styles.past : '',
          date === current?.date ? styles.current : '',
        ].join(' ')}
        tabIndex={date === focused ? 0 : -1}
        aria-pressed={isSelected}
        aria-disabled={!isOpen}
        aria-current={date === today ? 'date' : undefined}
        data-date={date}
        data-state={state}
        onClick={() => (isOpen ? acts.onChoose(date) : acts.onVisit(date))}
      >
        {/* The cell contains its whole name; the visible text is a short form of it (WCAG 2.5.3). */}
        <span className="visually-hidden">{name(cell, today)}</span>
        <span className={styles.number} aria-hidden="true">
          {cell.day}
        </span>
        {/* A day that is over has no mark: it is neither sold nor closed. */}
        {!isOver && <Icon name={DAY_WORDS[state].icon} className={styles.mark} />}
        <span className={styles.price} aria-hidden="true">
          {state === 'sold-out'
            ? t(DAY_WORDS[state].text)
            : isOpen && cell.price !== null
              ? (only?.short ?? (amount?.short ?? digits)(cell.price))
              : ''}
        </span>
        {cell.colorCode !== null && <Stripe color={cell.colorCode} />}
      </button>
    </td>
  )
}

/**
 * The colour of a day, beside the words and never behind them. It is an attribute, because the policy refuses inline
 * styles.
 */
function Stripe({ color }: { readonly color: string }): ReactElement {
  return (
    <svg className={styles.stripe} aria-hidden="true">
      <rect width="100%" height="100%" fill={color} />
    </svg>
  )
}

/** `2026年12月1日（火）, 販売中, 3,200円, 聖夜`: the content of the cell in words, the colour by its name. */
function useDayName({
  current,
  amount,
  exceptions,
}: Pick<MonthGridProps, 'current' | 'amount' | 'exceptions'>): (cell: DayCell, today: IsoDate) => string {
  const t = useText()
  const price = usePrice()
  const { date } = useDates()
  // A past day is not called closed, although it cannot be chosen either.
  const stateWords = (cell: DayCell, today: IsoDate): string => {
    if (cell.state === 'empty') return ''
    return t(isPast(cell, today) ? 'calendar_state_past' : DAY_WORDS[cell.state].text)
  }
  const amountWords = ({ price: yen, onlyProduct }: DayCell): string =>
    yen === null ? '' : (exceptions?.get(onlyProduct ?? '')?.whole ?? amount?.whole ?? price)(yen)
  return (cell, today) =>
    [
      date(cell.date),
      cell.date === today ? t('calendar_today') : '',
      stateWords(cell, today),
      cell.date === current?.date ? current.label : '',
      isSelectable(cell.state) ? amountWords(cell) : '',
      cell.colorCode === null ? '' : colorWords(cell.colorCode, t),
    ]
      .filter(part => part !== '')
      .join(', ')
}

/** A price without its unit, which the legend names: seven prices fit side by side on a phone. */
function digits(yen: number): string {
  return stripSymbols(formatCurrency(yen))
}
