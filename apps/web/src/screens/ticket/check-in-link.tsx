import type { Reservation, Ticket } from '@kippu/contract/reservations'
import { entryWindowOf, isWithin } from '@kippu/domain/check-in/entry-window'
import type { ReactNode } from 'react'

import { serverNow } from '../../api/server-clock.ts'
import { useText } from '../../i18n/texts.tsx'
import { checkInPage } from '../../page/redirects.ts'
import { Link } from '../../page/router.tsx'
import { lookOf } from '../../parts/ticket/ticket-state.ts'
import { buttonLook } from '../../ui/button.tsx'
import styles from './ticket-screen.module.css'

/** So many minutes before its time a ticket offers the way: a visitor who waits at the gate finds it. */
const BEFORE = 60

interface CheckInLinkProps {
  readonly reservation: Reservation
  readonly ticket: Ticket
  readonly isOffline: boolean
}

/** The way to check in with one's own phone, while the ticket is to be used. Checking in needs a connection. */
export function CheckInLink({ reservation, ticket, isOffline }: CheckInLinkProps): ReactNode {
  const t = useText()
  if (isOffline || lookOf(ticket) !== 'available' || !isNear(reservation, ticket)) return null
  return (
    <Link
      className={`${buttonLook('primary', true)} ${styles.checkIn}`}
      to={checkInPage(reservation.reservation_token, ticket)}
      data-print="no"
    >
      {t('ticket_check_in')}
    </Link>
  )
}

function isNear({ booking_type: bookingType }: Reservation, ticket: Ticket): boolean {
  const time = { from: Date.parse(ticket.reservation_from), to: Date.parse(ticket.reservation_to) }
  return isWithin(entryWindowOf(bookingType, time, BEFORE), serverNow())
}
