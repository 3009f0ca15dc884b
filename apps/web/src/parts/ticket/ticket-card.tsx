import type { Ticket } from '@kippu/contract/reservations'
import { jstDateOf, timeOf } from '@kippu/domain/jst-date'
import { lastDayBefore } from '@kippu/domain/visit-time'
import type { ReactElement, ReactNode } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CodePanel } from './code-panel.tsx'
import type { ShownCode } from './shown-code.ts'
import { ShortCode } from './short-code.tsx'
import styles from './ticket-card.module.css'
import { isShownAtGate, lookOf, nameOfTicket } from './ticket-state.ts'
import type { TicketLook } from './ticket-state.ts'
import { useSecond } from './use-second.ts'

const ICONS = {
  available: 'check',
  used: 'check',
  invalid_time: 'warning',
  invalid: 'warning',
  refunded: 'receipt',
  shared: 'hand',
} as const satisfies Record<TicketLook, string>

interface TicketCardProps {
  readonly ticket: Ticket
  readonly shown: ShownCode
  /** `2枚中1枚目`. */
  readonly position: string
  readonly onEnlarge: () => void
  /** The way to check in with it. */
  readonly checkIn: ReactNode
}

/** Whether the ticket is good, in words; before its time, from when on. */
function Status({ ticket }: Pick<TicketCardProps, 'ticket'>): ReactElement {
  const t = useText()
  const { date } = useDates()
  const now = useSecond()
  const look = lookOf(ticket)
  const { reservation_from: from, reservation_to: to } = ticket
  const [first, last] = [jstDateOf(Date.parse(from)), lastDayBefore(to)]
  const isComing = look === 'available' && now < Date.parse(from)
  const said = !isComing ? look : jstDateOf(now) === first ? 'today' : first < last ? 'from' : 'on'
  return (
    <p className={`${styles.status} ${isComing ? styles.coming : ''}`}>
      <Icon name={isComing ? 'calendar' : ICONS[look]} />
      <span>{t(`ticket_status_${said}`, { date: date(first), time: timeOf(from) })}</span>
    </p>
  )
}

/** The ticket of one person: its kind, its QR code, the code to read out, and whether it can be used. */
export function TicketCard({ ticket, shown, position, onEnlarge, checkIn }: TicketCardProps): ReactElement {
  const t = useText()
  const dates = useDates()
  const look = lookOf(ticket)
  const isShown = isShownAtGate(ticket)
  return (
    <article className={`${styles.ticket} ${styles[look]}`}>
      <header>
        <h2 className={styles.kind}>{nameOfTicket(ticket)}</h2>
        <p className={styles.position}>{position}</p>
      </header>
      {ticket.code !== '' && (
        <CodePanel
          code={shown.code}
          onPaper={shown.onPaper}
          label={t('ticket_qr_label', { position })}
          isLive={isShown}
        >
          <ShortCode code={ticket.short_code} />
        </CodePanel>
      )}
      {ticket.type === 'set' && <p className={styles.note}>{t('ticket_set_note')}</p>}
      <Status ticket={ticket} />
      {isShown && shown.kind !== 'still' && (
        <p className={styles.note} data-print="no" data-code={shown.kind}>
          {t(`ticket_code_${shown.kind}`)}
        </p>
      )}
      {look === 'shared' && (
        <p className={styles.note}>{t('ticket_shared_note', { action: t('ticket_share') })}</p>
      )}
      {ticket.used_at !== null && (
        <p className={styles.usedAt}>
          {t('ticket_used_at', { date: dates.date(ticket.used_at), time: timeOf(ticket.used_at) })}
        </p>
      )}
      {checkIn}
      {isShown && (
        <Button look="plain" wide onClick={onEnlarge} data-print="no">
          {t('ticket_enlarge')}
        </Button>
      )}
    </article>
  )
}
