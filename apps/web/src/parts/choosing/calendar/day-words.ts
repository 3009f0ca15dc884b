import type { DayState } from '@kippu/domain/calendar/day-state'
import { colorTextKey } from '@kippu/texts/site-text-key'
import type { TextKey } from '@kippu/texts/texts'

import type { useText } from '../../../i18n/texts.tsx'
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

/** The name that the venue gave a colour of the calendar; one without a name is a special day. */
export function colorWords(color: string, t: ReturnType<typeof useText>): string {
  return t(colorTextKey(color)) || t('calendar_special_day')
}
