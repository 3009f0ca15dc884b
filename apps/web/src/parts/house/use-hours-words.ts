import type { ToldHours } from '@kippu/domain/calendar/opening-hours'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'

/** A space at which no line ends, behind a hyphen neither. */
const NO_BREAK = '\u2060\u00A0'

/** `10:00 ~ 18:00（最終入場 17:30）`; of a day with a pause, one after the other. */
export function useHoursWords(): (hours: readonly ToldHours[]) => string {
  const t = useText()
  const { timeRange } = useDates()
  return hours =>
    hours
      .map(({ from, to, lastEntry }) => {
        // Hours are not broken between their ends.
        const range = timeRange(`T${from}`, `T${to}`).replaceAll(' ', NO_BREAK)
        return lastEntry === null ? range : t('hours_last_entry', { hours: range, time: lastEntry })
      })
      .join(' / ')
}
