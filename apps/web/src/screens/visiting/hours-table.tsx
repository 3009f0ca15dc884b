import { hoursOn, type OpeningHours, type ToldHours } from '@kippu/domain/calendar/opening-hours'
import { formatDate, weekdayNames } from '@kippu/domain/date-format'
import { addDays, type IsoDate, weekdayOf } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { useLanguage, useTemplate, useText } from '../../i18n/texts.tsx'
import { useFirstView } from '../../page/first-view-context.ts'
import { useHoursWords } from '../../parts/house/use-hours-words.ts'
import styles from './visiting.module.css'

const DAYS_OF_WEEK = 7
/** Exceptions are told so many days ahead. */
const DAYS_AHEAD = 100

/** The hours of the days of the week, and the days soon on which they are others. */
export function HoursTable({ opening }: { readonly opening: OpeningHours }): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const { today, site } = useFirstView()
  const wordsOf = useHoursWords()
  const say = (hours: readonly ToldHours[]): string =>
    hours.length === 0 ? t('visiting_closed') : wordsOf(hours)
  const usual = { ...opening, exceptions: [] }
  // Any week: each of its days stands for its weekday.
  const week = Array.from({ length: DAYS_OF_WEEK }, (_, at) =>
    addDays(today, at - ((weekdayOf(today) - site.weekOffset + DAYS_OF_WEEK) % DAYS_OF_WEEK)),
  )
  const others = useOtherDays(opening)
  return (
    <>
      <dl className={styles.hours}>
        {week.map(day => (
          <div key={day} data-today={day === today}>
            <dt>{weekdayNames(lang)[weekdayOf(day)]}</dt>
            <dd>{say(hoursOn(usual, day))}</dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && (
        <>
          <h3>{t('visiting_exceptions')}</h3>
          <dl className={styles.others}>
            {others.map(({ days, hours }) => (
              <div key={days}>
                <dt>{days}</dt>
                <dd>{say(hours)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p className={styles.soft}>{t('visiting_hours_note')}</p>
    </>
  )
}

interface OtherDays {
  /** `12月29日（火）〜1月3日（日）`. */
  readonly days: string
  readonly hours: readonly ToldHours[]
}

/** The days of the exceptions that come soon, in order: those that follow each other with the same hours in one line. */
function useOtherDays(opening: OpeningHours): readonly OtherDays[] {
  const t = useText()
  const lang = useLanguage()
  const format = useTemplate('order_day_format')
  const { today } = useFirstView()
  const usual = { ...opening, exceptions: [] }
  const runs: { from: IsoDate; to: IsoDate; hours: readonly ToldHours[] }[] = []
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead++) {
    const day = addDays(today, ahead)
    const hours = hoursOn(opening, day)
    if (JSON.stringify(hours) === JSON.stringify(hoursOn(usual, day))) continue
    const last = runs.at(-1)
    if (last?.to === addDays(day, -1) && JSON.stringify(last.hours) === JSON.stringify(hours)) last.to = day
    else runs.push({ from: day, to: day, hours })
  }
  const say = (day: IsoDate): string => formatDate(day, format, lang)
  return runs.map(({ from, to, hours }) => ({
    days: from === to ? say(from) : t('visiting_days', { from: say(from), to: say(to) }),
    hours,
  }))
}
