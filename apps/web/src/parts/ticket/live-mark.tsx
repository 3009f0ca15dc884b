import { jstIso } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import styles from './live-mark.module.css'
import { useSecond } from './use-second.ts'

/**
 * The time in Tokyo, which runs, beside a mark that moves: the staff see that no screenshot is held to them, as after a
 * check-in. Where less motion is asked for, the clock alone runs.
 */
export function LiveMark(): ReactElement {
  const t = useText()
  const time = jstIso(useSecond()).slice('yyyy-MM-ddT'.length, 'yyyy-MM-ddTHH:mm:ss'.length)
  return (
    <p className={styles.live} data-print="no">
      <span className={styles.mark} aria-hidden="true" />
      <span className="visually-hidden">{t('ticket_clock')} </span>
      <time translate="no">{time}</time>
    </p>
  )
}
