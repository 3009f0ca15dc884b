import type { Reservation } from '@kippu/contract/reservations'
import { isOfSharedPart } from '@kippu/domain/sharing'
import { lazy, Suspense, useState } from 'react'
import type { ReactElement } from 'react'

import { isGone } from '../../api/is-gone.ts'
import { isMoved } from '../../api/is-moved.ts'
import { useSite } from '../../page/first-view-context.ts'
import { changeUrl } from '../../page/redirects.ts'
import { Navigate, useParams } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { codeToShow, hasMovingCodes, type PresentCodes } from '../../parts/ticket/shown-code.ts'
import { TicketDeck } from '../../parts/ticket/ticket-deck.tsx'
import { isGood, isShownAtGate } from '../../parts/ticket/ticket-state.ts'
import { useIsOld } from '../../parts/ticket/use-is-old.ts'
import { useOfflineCopy } from '../../parts/ticket/use-offline-copy.ts'
import { useReservation } from '../../parts/ticket/use-reservation.ts'
import { useTickets } from '../../parts/ticket/use-tickets.ts'
import type { KnownTickets } from '../../parts/ticket/use-tickets.ts'
import { useWakeLock } from '../../parts/ticket/use-wake-lock.ts'
import { WalletOffer } from '../../parts/ticket/wallet-offer.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CalledOff } from './called-off.tsx'
import { CheckInLink } from './check-in-link.tsx'
import { LastAnswer } from './last-answer.tsx'
import { TicketActions } from './ticket-actions.tsx'
import { TicketHelp } from './ticket-help.tsx'
import styles from './ticket-screen.module.css'
import { VisitFacts } from './visit-facts.tsx'
import { VisitHead } from './visit-head.tsx'
import { VisitNote } from './visit-note.tsx'

/** Few sites have an app; without a connection there is none to offer. */
const AppOffer = lazy(async () => {
  const loaded = await import('./app-offer.tsx').catch(() => null)
  return { default: loaded?.AppOffer ?? (() => null) }
})

/** A page that cannot load it shows the codes that do not change. */
const Rotation = lazy(async () => {
  const loaded = await import('../../parts/ticket/rotation.tsx').catch(() => null)
  return { default: loaded?.Rotation ?? (() => null) }
})

/** The parts that few ever see come when they are needed. */
const NoTickets = lazy(async () => ({ default: (await import('./no-tickets.tsx')).NoTickets }))
const NoShare = lazy(async () => ({ default: (await import('../../parts/house/no-share.tsx')).NoShare }))

const NO_CODES: PresentCodes = new Map()

/** The tickets behind a reservation token: the link alone gives access to the tickets. */
export function TicketScreen(): ReactElement {
  const { reservationToken = '' } = useParams()
  const isPart = isOfSharedPart(reservationToken)
  const reservation = useReservation(reservationToken)
  const tickets = useTickets(reservationToken)
  const retry = (): void => {
    void reservation.refetch()
    void tickets.refetch()
  }
  // Before what was read earlier: those tickets let nobody in any more.
  if (isMoved(reservation.error) || isMoved(tickets.error)) return <Navigate to={changeUrl()} replace />
  // The buyer took them back: no code that was read earlier stays on the screen (decision 51).
  if (isGone(reservation.error) || isGone(tickets.error))
    return isPart ? <NoShare /> : <NoTickets isPart={false} retry={retry} />
  if (reservation.data !== undefined && tickets.data !== undefined)
    return <Tickets reservation={reservation.data} known={tickets.data} retry={retry} />
  return reservation.isError || tickets.isError ? <NoTickets isPart={isPart} retry={retry} /> : <Waiting />
}

function Waiting(): ReactElement {
  const t = useText()
  return (
    <Page title={t('ticket_title')}>
      <Skeleton lines={8} label={t('ticket_loading')} />
    </Page>
  )
}

interface TicketsProps {
  readonly reservation: Reservation
  readonly known: KnownTickets
  readonly retry: () => void
}

function Tickets({ reservation, known, retry }: TicketsProps): ReactElement {
  const { tickets, keptAt } = known
  const t = useText()
  const { ticketDisplay, ticketApp } = useSite()
  const isOld = useIsOld(keptAt)
  const hasCodes = !isOld && tickets.some(isShownAtGate)
  useWakeLock(hasCodes)
  useOfflineCopy(reservation.reservation_token)
  const [present, setPresent] = useState<PresentCodes>(NO_CODES)
  const { caution } = reservation.main_product
  return (
    <div className={styles.page}>
      {keptAt === null && ticketApp !== null && (
        <Suspense>
          <AppOffer />
        </Suspense>
      )}
      {hasMovingCodes(known) && (
        <Suspense>
          <Rotation reservationToken={reservation.reservation_token} onCodes={setPresent} />
        </Suspense>
      )}
      <VisitHead reservation={reservation} />
      <div className={styles.tickets}>
        {reservation.status === 'cancelled' && <Notice kind="caution">{t('ticket_cancelled')}</Notice>}
        <CalledOff
          reservationToken={reservation.reservation_token}
          permission={reservation.permissions.change}
          isPart={reservation.shared !== null}
          isOffline={keptAt !== null}
        />
        {keptAt !== null && <LastAnswer keptAt={keptAt} isOld={isOld} retry={retry} />}
        {!isOld && (
          <TicketDeck
            tickets={tickets}
            type={ticketDisplay.type}
            codeOf={ticket => codeToShow(ticket, present)}
            checkInOf={ticket => (
              <CheckInLink reservation={reservation} ticket={ticket} isOffline={keptAt !== null} />
            )}
          />
        )}
        {hasCodes && (
          <p className={styles.hint} data-print="no">
            {t('ticket_brightness')}
          </p>
        )}
        {keptAt === null && (
          <WalletOffer
            reservationToken={reservation.reservation_token}
            tickets={tickets.filter(isGood).map(({ id }) => id)}
          />
        )}
      </div>
      <div className={styles.rest}>
        <VisitFacts reservation={reservation} />
        {caution !== null && <Notice title={t('ticket_caution')}>{caution}</Notice>}
        <TicketActions reservation={reservation} tickets={tickets} isOffline={keptAt !== null} />
        <VisitNote />
        {ticketDisplay.help && <TicketHelp />}
      </div>
    </div>
  )
}
