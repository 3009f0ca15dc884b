import type { Reservation, Ticket } from '@kippu/contract/reservations'
import { lazy, Suspense } from 'react'
import type { ComponentType, ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { CalendarButton } from '../../parts/ticket/calendar-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChangeLink } from './change-link.tsx'
import { ReceiptLink } from './receipt-link.tsx'
import { ShareLink } from './share-link.tsx'
import styles from './ticket-screen.module.css'

/** It needs a connection, and nothing above it waits for its code. */
const MailAgain = lazy(async () => {
  const loaded = await import('../../parts/ticket/mail-again.tsx').catch(() => null)
  return { default: loaded?.MailAgain ?? noButton }
})

const noButton: ComponentType<{ readonly reservationToken: string }> = () => null

interface TicketActionsProps {
  readonly reservation: Reservation
  readonly tickets: readonly Ticket[]
  /** Without a connection only what needs none is offered. */
  readonly isOffline: boolean
}

/** The acts that tickets allow, one line each; one that can't be done says why. */
export function TicketActions({ reservation, tickets, isOffline }: TicketActionsProps): ReactElement {
  const t = useText()
  const { reservation_token: reservationToken, permissions, status, shared } = reservation
  const isActive = status === 'active'
  // A part that somebody was given is neither moved nor handed on.
  const isOpen = isActive && !isOffline && shared === null
  // Also where no more of them can be handed on: others may be taken back.
  const canShare = permissions.share.allowed || tickets.some(ticket => ticket.shared)
  return (
    <ul className={styles.actions} data-print="no">
      {isOpen && canShare && (
        <li>
          <ShareLink reservationToken={reservationToken} />
        </li>
      )}
      {isOpen && (
        <li>
          <ChangeLink reservationToken={reservationToken} permission={permissions.change} />
        </li>
      )}
      {!isOffline && permissions.receipt.allowed && (
        <li>
          <ReceiptLink reservationToken={reservationToken} />
        </li>
      )}
      {isActive && permissions.change.called_off !== true && (
        <li>
          <CalendarButton reservation={reservation} />
        </li>
      )}
      {isOpen && (
        <li>
          <Suspense fallback={<div className={styles.awaited} />}>
            <MailAgain reservationToken={reservationToken} />
          </Suspense>
        </li>
      )}
      <li>
        <Button look="quiet" onClick={() => window.print()}>
          <Icon name="print" /> {t('ticket_print')}
        </Button>
      </li>
      {/* The holder of a share is offered the same with a connection. */}
      {isActive && isOffline && shared === null && (
        <li className={styles.soft}>{t('ticket_offline_actions')}</li>
      )}
    </ul>
  )
}
