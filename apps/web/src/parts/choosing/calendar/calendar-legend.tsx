import type { CalendarMonth, DayCell } from '@kippu/domain/calendar/month'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { useSite } from '../../../page/first-view-context.ts'
import { useText } from '../../../i18n/texts.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { isPast, weeksLeft } from './calendar-focus.ts'
import styles from './calendar-legend.module.css'
import { colorWords, DAY_WORDS } from './day-words.ts'
import type { ExceptionWords } from './month-grid.tsx'

const SHOWN = ['normal', 'few-stock', 'sold-out', 'close'] as const

interface CalendarLegendProps {
  /** The months in view. */
  readonly months: readonly CalendarMonth[]
  readonly today: IsoDate
  readonly exceptions?: ReadonlyMap<string, ExceptionWords>
  readonly note?: string
}

/**
 * The meaning of the marks, the colours and the prices, always visible; a calendar of the whole site shows the lowest
 * price of a day, and one that moves a visit the difference. Past days and colours are explained where there are any.
 */
export function CalendarLegend({ months, today, exceptions, note }: CalendarLegendProps): ReactElement {
  const t = useText()
  const isOfSite = useSite().orderLayout === 'date_first'
  const cells = months
    .flatMap(month => weeksLeft(month, today).flat())
    .filter(({ state }) => state !== 'empty')
  const past = cells.find(cell => isPast(cell, today))
  return (
    <div className={styles.legend}>
      <ul aria-label={t('calendar_legend')}>
        {SHOWN.map(state => (
          <li key={state}>
            <Icon name={DAY_WORDS[state].icon} className={styles[state]} />
            <span>{t(DAY_WORDS[state].text)}</span>
          </li>
        ))}
        {past !== undefined && (
          <li>
            <span className={styles.past} aria-hidden="true">
              {past.day}
            </span>
            {t('calendar_state_past')}
          </li>
        )}
        {colorsOf(cells, t).map(({ color, words }) => (
          <li key={color}>
            <svg className={styles.stripe} aria-hidden="true">
              <rect width="100%" height="100%" fill={color} />
            </svg>
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <p>{note ?? t(isOfSite ? 'calendar_lowest_price_note' : 'calendar_price_note')}</p>
      {notesOf(cells, exceptions).map(words => (
        <p key={words}>{words}</p>
      ))}
    </div>
  )
}

/** The colours in view, each with its name. */
function colorsOf(
  cells: readonly DayCell[],
  t: ReturnType<typeof useText>,
): ReadonlyArray<{ readonly color: string; readonly words: string }> {
  const colors = new Set(cells.flatMap(({ colorCode }) => colorCode ?? []))
  return [...colors].map(color => ({ color, words: colorWords(color, t) }))
}

function notesOf(
  cells: readonly DayCell[],
  exceptions: ReadonlyMap<string, ExceptionWords> | undefined,
): readonly string[] {
  const only = new Set(cells.flatMap(({ onlyProduct }) => onlyProduct ?? []))
  return [...only].flatMap(uuid => exceptions?.get(uuid)?.note ?? [])
}
