import type { DayState } from '@kippu/domain/calendar/day-state'
import type { TextKey } from '@kippu/texts/texts'

import type { IconName } from '../../../ui/icon.tsx'

/** The mark and the word for each state of a day: never colour alone (WCAG 1.4.1). */
interface DayWords {
  readonly icon: IconName
  readonly text: TextKey
}

export const DAY_WORDS: Readonly<Record<Exclude<DayState, 'empty'>, DayWords>> = {
  normal: { icon: 'circle', text: 'calendar_state_normal' },
  'few-stock': { icon: 'triangle', text: 'calendar_state_few' },
  'sold-out': { icon: 'cross', text: 'calendar_state_sold_out' },
  close: { icon: 'dash', text: 'calendar_state_close' },
  disable: { icon: 'dash', text: 'calendar_state_disable' },
}
