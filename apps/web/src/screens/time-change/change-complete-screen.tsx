import type { Reservation } from '@kippu/contract/reservations'
import { visitTimeOf } from '@kippu/domain/visit-time'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactElement } from 'react'

import { isMoved } from '../../api/is-moved.ts'
import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { addressOf } from '../../page/entry.ts'
import { changeUrl, ticketPage } from '../../page/redirects.ts'
import { Navigate, useParams } from '../../page/router.tsx'
import { useReservation } from '../../parts/ticket/use-reservation.ts'
import { forgetChange } from '../../parts/time-change/state/complete-change.ts'
import { timeChangeKey } from '../../parts/time-change/state/time-change-key.ts'
import { useVisitTimeTexts } from '../../parts/visit/visit-time-texts.ts'
import { useSession } from '../../session/session.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './change-complete.module.css'
import { CHANGE_CHOICE } from './use-change-choice.ts'

/** `/tickets/changedate/complete/{reservationToken}`, with the new token: the visit was moved. A reload shows the same. */
export function ChangeCompleteScreen(): ReactElement {
  const t = useText()
  const { reservationToken = '' } = useParams()
  useForgetting()
  const { data, error } = useReservation(reservationToken)
  // Moved once more since.
  if (isMoved(error)) return <Navigate to={changeUrl()} replace />
  return (
    <Page title={t('change_complete_title')} lead={t('change_complete_lead')}>
      {data === undefined && error === null && <Skeleton lines={3} label={t('common_loading')} />}
      {data !== undefined && (
        <div className={styles.visit}>
          <p>{data.main_product.product_name}</p>
          <NewTime reservation={data} />
        </div>
      )}
      <Refund reservationToken={reservationToken} />
      <p>
        <a href={addressOf(ticketPage(reservationToken))} className={buttonLook()}>
          <Icon name="ticket" /> {t('change_to_new_tickets')}
        </a>
      </p>
    </Page>
  )
}

function NewTime({ reservation }: { readonly reservation: Reservation }): ReactElement {
  const textsOf = useVisitTimeTexts()
  const { booking_type: type, main_product: product } = reservation
  const time = visitTimeOf(type, { from: product.reservation_from, to: product.reservation_to })
  return (
    <p className={styles.time}>
      {textsOf(time).lines.map(line => (
        <span key={line}>{line}</span>
      ))}
    </p>
  )
}

/** What goes back of the price, as far as it was known when the visit was moved. */
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
