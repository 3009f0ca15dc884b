import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactElement } from 'react'

import { isMoved } from '../../api/is-moved.ts'
import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { addressOf } from '../../page/entry.ts'
import { changeUrl, ticketPage } from '../../page/redirects.ts'
import { Navigate, useParams } from '../../page/router.tsx'
import { KeepVisit } from '../../parts/checkout/complete/keep-visit.tsx'
import { VisitStub } from '../../parts/checkout/complete/visit-stub.tsx'
import { useReservation } from '../../parts/ticket/use-reservation.ts'
import { forgetChange } from '../../parts/time-change/state/complete-change.ts'
import { timeChangeKey } from '../../parts/time-change/state/time-change-key.ts'
import { useSession } from '../../session/session.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CHANGE_CHOICE } from './use-change-choice.ts'

/**
 * `/tickets/changedate/complete/{reservationToken}`, with the new token: the visit was moved. A reload shows the same; for
 * a visit that never was, and where nobody can tell, there are the tickets.
 */
export function ChangeCompleteScreen(): ReactElement {
  const t = useText()
  const { reservationToken = '' } = useParams()
  useForgetting()
  const { data, error } = useReservation(reservationToken)
  const isMovedHere = useSession(
    session => session.changeDatePaymentResult?.reservationToken === reservationToken,
  )
  // Moved once more since.
  if (isMoved(error)) return <Navigate to={changeUrl()} replace />
  if (data?.changes === 0 || (error !== null && !isMovedHere))
    return <Navigate to={ticketPage(reservationToken)} replace />
  if (data === undefined && !isMovedHere)
    return (
      <Page title={t('ticket_title')}>
        <Skeleton lines={8} label={t('common_loading')} />
      </Page>
    )
  return (
    <Page title={t('change_complete_title')} lead={t('change_complete_lead')}>
      <VisitStub reservation={error === null ? data : null}>
        <a href={addressOf(ticketPage(reservationToken))} className={buttonLook('primary', true)}>
          <Icon name="ticket" /> {t('change_to_new_tickets')}
        </a>
      </VisitStub>
      <Refund reservationToken={reservationToken} />
      {data !== undefined && <KeepVisit reservation={data} />}
    </Page>
  )
}

/** The refund of the price, as far as it was known when the visit was moved. */
function Refund({ reservationToken }: { readonly reservationToken: string }): ReactElement | null {
  const t = useText()
  const price = usePrice()
  const done = useSession(session => session.changeDatePaymentResult)
  const refund = done?.reservationToken === reservationToken ? done.refund : null
  if (refund === null) return null
  return <Notice>{t(`change_refund_${refund.state}`, { price: price(refund.amount) })}</Notice>
}

/** Going back must lead neither into a change that is made nor to the days that were read for the old reservation. */
function useForgetting(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const token = useSession.getState().changeDateResult?.token
    if (token !== undefined) queryClient.removeQueries({ queryKey: timeChangeKey(token) })
    queryClient.removeQueries({ queryKey: [CHANGE_CHOICE] })
    forgetChange()
  }, [queryClient])
}
