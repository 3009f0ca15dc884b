import type { SlotArrivals } from '@kippu/contract/gate'
import { formatTimeRange } from '@kippu/domain/date-format'
import { jstIso, timeOf } from '@kippu/domain/jst-date'
import { hoursOf } from '@kippu/domain/visit-time'
import type { ReactElement } from 'react'

import { useWords } from '../words/words.tsx'

/** `10:00 ~ 10:30`, the hours of a day, or that it is for the whole day. */
export function SlotTime({ slot }: { readonly slot: SlotArrivals }): ReactElement {
  return <span>{useSlotTime()(slot)}</span>
}

export function useSlotTime(): (slot: SlotArrivals) => string {
  const { t, lang } = useWords()
  return slot => {
    const times = hoursOf(slot.booking_type, slot)
    return times === null ? t('gate_all_day') : formatTimeRange(times.from, times.to, lang)
  }
}

/** `10:02:30` in Japan, from ms since 1970. */
export function useClock(): (ms: number) => string {
  return ms => `${timeOf(jstIso(ms))}:${jstIso(ms).slice(17, 19)}`
}
