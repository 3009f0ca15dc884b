import type { ReactElement } from 'react'

import { useSite } from '../../../page/first-view-context.ts'
import { useText } from '../../../i18n/texts.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './calendar-legend.module.css'
import { DAY_WORDS } from './day-words.ts'

const SHOWN = ['normal', 'few-stock', 'sold-out', 'close'] as const

/**
 * The meaning of the marks and the prices, always visible; a calendar of the whole site shows the lowest price of a
 * day, and one that moves a visit the difference.
 */
export function CalendarLegend({ note }: { readonly note: string | undefined }): ReactElement {
  const t = useText()
  const isOfSite = useSite().orderLayout === 'date_first'
  return (
    <div className={styles.legend}>
      <ul aria-label={t('calendar_legend')}>
        {SHOWN.map(state => (
          <li key={state}>
            <Icon name={DAY_WORDS[state].icon} className={styles[state]} />
            {t(DAY_WORDS[state].text)}
          </li>
        ))}
      </ul>
      <p>{note ?? t(isOfSite ? 'calendar_lowest_price_note' : 'calendar_price_note')}</p>
    </div>
  )
}
