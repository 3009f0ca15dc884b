import type { Ticket } from '@kippu/contract/reservations'
import type { ReactElement, ReactNode } from 'react'

import { useCount, useText } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { CodePanel } from './code-panel.tsx'
import styles from './ticket-card.module.css'
import { kindsOf } from './ticket-state.ts'

interface PartyCardProps {
  /** Content of the QR. */
  readonly code: string
  /** The tickets of those who have not entered. */
  readonly tickets: readonly Ticket[]
  readonly onEnlarge: () => void
  /** The way to check in together. */
  readonly checkIn: ReactNode
}

/** One QR code for all who enter together: how many of each kind, and nothing personal. */
export function PartyCard({ code, tickets, onEnlarge, checkIn }: PartyCardProps): ReactElement {
  const t = useText()
  const count = useCount()
  return (
    <article className={styles.ticket}>
      <header>
        <p className={styles.kind}>{kindsOf(tickets).join(' / ')}</p>
        <p className={styles.position}>{count('common_tickets', tickets.length)}</p>
      </header>
      <CodePanel code={code} label={t('ticket_party_qr_label')} isLive />
      <p className={styles.note}>{t('ticket_party_note')}</p>
      {checkIn}
      <Button look="plain" wide onClick={onEnlarge}>
        {t('ticket_enlarge')}
      </Button>
    </article>
  )
}
