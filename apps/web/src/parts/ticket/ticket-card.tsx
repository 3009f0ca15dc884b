import type { Ticket } from '@kippu/contract/reservations'
import { timeOf } from '@kippu/domain/jst-date'
import { shortCodeInGroups } from '@kippu/domain/short-code'
import type { ReactElement } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './ticket-card.module.css'
import { lookOf } from './ticket-state.ts'

interface TicketCardProps {
  readonly ticket: Ticket
  /** `2枚中1枚目`. */
  readonly position: string
  readonly onEnlarge: () => void
}

/** The ticket of one person: its QR code, the code as text, its kind, and whether it can be used. */
export function TicketCard({ ticket, position, onEnlarge }: TicketCardProps): ReactElement {
  const t = useText()
  const dates = useDates()
  const look = lookOf(ticket)
  const isShown = look === 'available' || look === 'invalid_time'
  return (
    <article className={`${styles.ticket} ${styles[look]}`}>
      <header>
        <p className={styles.kind}>{nameOf(ticket)}</p>
        <p className={styles.position}>{position}</p>
      </header>
      <div className={styles.panel}>
        <QrCode code={ticket.code} label={t('ticket_qr_label', { position })} />
        <p className={styles.text} translate="no">
          {shortCodeInGroups(ticket.short_code)}
        </p>
      </div>
      {ticket.type === 'set' && <p className={styles.note}>{t('ticket_set_note')}</p>}
      <p className={styles.status}>
        <Icon name={look === 'available' || look === 'used' ? 'check' : 'warning'} />
        {t(`ticket_status_${look}`)}
      </p>
      {ticket.used_at !== null && (
        <p className={styles.usedAt}>
          {t('ticket_used_at', { date: dates.date(ticket.used_at), time: timeOf(ticket.used_at) })}
        </p>
      )}
      {isShown && (
        <Button look="plain" wide onClick={onEnlarge} data-print="no">
          {t('ticket_enlarge')}
        </Button>
      )}
    </article>
  )
}

/** The label of a ticket: its kind for a person, the product for a set product. */
function nameOf({ type, option_name: kind, product_name: product }: Ticket): string {
  return type === 'set' ? product : kind
}
