import { readTickets } from '@kippu/contract/reservations'
import type { Reservation, Ticket } from '@kippu/contract/reservations'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { request } from '../../api/client.ts'
import { isMoved } from '../../api/is-moved.ts'
import { useSite } from '../../page/first-view-context.ts'
import { changeUrl } from '../../page/redirects.ts'
import { Navigate, useParams } from '../../page/router.tsx'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { InquiryLink } from '../../parts/ticket/inquiry-link.tsx'
import { MailAgain } from '../../parts/ticket/mail-again.tsx'
import { TicketDeck } from '../../parts/ticket/ticket-deck.tsx'
import { useReservation } from '../../parts/ticket/use-reservation.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChangeLink } from './change-link.tsx'
import { ShareLink } from './share-link.tsx'
import { TicketHelp } from './ticket-help.tsx'
import styles from './ticket-screen.module.css'
import { VisitFacts } from './visit-facts.tsx'

/** The tickets behind a reservation token: the link alone gives access to the tickets (S-8.03). */
export function TicketScreen(): ReactElement {
  const { reservationToken = '' } = useParams()
  const lang = useLanguage()
  const reservation = useReservation(reservationToken)
  const tickets = useQuery({
    queryKey: ['tickets', reservationToken, lang],
    queryFn: () => request(readTickets, { params: { reservation_token: reservationToken }, query: { lang } }),
  })
  // Before what was read earlier: those tickets let nobody in any more.
  if (isMoved(reservation.error) || isMoved(tickets.error)) return <Navigate to={changeUrl()} replace />
  if (reservation.data !== undefined && tickets.data !== undefined)
    return <Tickets reservation={reservation.data} tickets={tickets.data} />
  const retry = (): void => {
    void reservation.refetch()
    void tickets.refetch()
  }
  return reservation.isError || tickets.isError ? <NoTickets retry={retry} /> : <Waiting />
}

function Waiting(): ReactElement {
  const t = useText()
  return (
    <Page title={t('ticket_title')}>
      <Skeleton lines={8} label={t('ticket_loading')} />
    </Page>
  )
}

function NoTickets({ retry }: { readonly retry: () => void }): ReactElement {
  const t = useText()
  return (
    <Page title={t('ticket_missing_title')} lead={t('ticket_missing')}>
      <div>
        <Button look="plain" onClick={retry}>
          {t('common_retry')}
        </Button>{' '}
        <InquiryLink />
      </div>
    </Page>
  )
}

interface TicketsProps {
  readonly reservation: Reservation
  readonly tickets: readonly Ticket[]
}

function Tickets({ reservation, tickets }: TicketsProps): ReactElement {
  const t = useText()
  const { ticketDisplay } = useSite()
  const { caution } = reservation.main_product
  // A part that somebody was given is neither moved nor handed on (S-10.07).
  const isOwn = reservation.shared === null
  return (
    <div className={styles.page}>
      <VisitFacts reservation={reservation} />
      <div className={styles.tickets}>
        {reservation.status === 'cancelled' && <Notice kind="caution">{t('ticket_cancelled')}</Notice>}
        <TicketDeck tickets={tickets} type={ticketDisplay.type} />
      </div>
      <div className={styles.rest}>
        {caution !== null && <Notice title={t('ticket_caution')}>{caution}</Notice>}
        {ticketDisplay.help && <TicketHelp />}
        {reservation.status === 'active' && isOwn && (
          <ShareLink
            reservationToken={reservation.reservation_token}
            permission={reservation.permissions.share}
            hasShares={tickets.some(({ shared }) => shared)}
          />
        )}
        {reservation.status === 'active' && isOwn && (
          <ChangeLink
            reservationToken={reservation.reservation_token}
            permission={reservation.permissions.change}
          />
        )}
        {reservation.status === 'active' && isOwn && (
          <MailAgain reservationToken={reservation.reservation_token} />
        )}
        <div data-print="no">
          <Button look="quiet" onClick={() => window.print()}>
            {t('ticket_print')}
          </Button>
        </div>
      </div>
    </div>
  )
}
