import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import styles from './ticket-screen.module.css'

/** How to use the tickets, folded away. */
export function TicketHelp(): ReactElement {
  const t = useText()
  return (
    <details className={styles.help} data-print="no">
      <summary>{t('ticket_help_title')}</summary>
      <ul>
        <li>{t('ticket_help_show')}</li>
        <li>{t('ticket_help_unreadable')}</li>
        <li>{t('ticket_help_paper')}</li>
      </ul>
    </details>
  )
}
