import type { SlotArrivals } from '@kippu/contract/gate'
import { formatTimeRange } from '@kippu/domain/date-format'
import { jstIso, timeOf } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { useWords } from '../words/words.tsx'

/** `10:00 ~ 10:30`, or that it is for the whole day. */
export function SlotTime({ slot }: { readonly slot: SlotArrivals }): ReactElement {
  return <>{useSlotTime()(slot)}</>
}

export function useSlotTime(): (slot: SlotArrivals) => string {
  const { t, lang } = useWords()
  return slot => {
    switch (slot.booking_type) {
      case 'time':
        return formatTimeRange(slot.from, slot.to, lang)
      case 'date':
      case 'period':
        return t('gate_all_day')
    }
  }
}

/** `10:02:30` in Japan, from ms since 1970. */
export function useClock(): (ms: number) => string {
  return ms => `${timeOf(jstIso(ms))}:${jstIso(ms).slice(17, 19)}`
}
