import type { TimeChange } from '@kippu/contract/time-changes'
import type { ReactElement, ReactNode } from 'react'

import { isMoved } from '../../../api/is-moved.ts'
import { isRefusedForGood } from '../../../api/refused-for-good.ts'
import { useText } from '../../../i18n/texts.tsx'
import { changeComplete, chooseChange } from '../../../page/change-redirects.ts'
import type { TimeChangePlace } from '../../../page/change-redirects.ts'
import { changeUrl } from '../../../page/redirects.ts'
import { Link, Navigate } from '../../../page/router.tsx'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { openPayment, waitingPage } from '../../checkout/order/open-payment.ts'
import { useFocusOnTitle } from '../../checkout/order/use-focus-on-title.ts'
import { useTimeChange } from '../state/use-time-change.ts'
import { ToTickets } from './to-tickets.tsx'

interface WithChangeProps {
  readonly place: TimeChangePlace
  readonly title: ReactNode
  /** Shown while the change is being paid too: the page belongs to that payment. */
  readonly isOfPayment?: boolean
  readonly children: (change: TimeChange) => ReactNode
}

/**
 * A screen that needs a change of time that is still to be made. One that is being paid, is made, has ended or was given up is told
 * of instead: in another tab or on another device it may be further than here.
 */
export function WithChange({ place, title, isOfPayment = false, children }: WithChangeProps): ReactNode {
  const t = useText()
  const { data: change, error, isError, refetch } = useTimeChange(place)
  useFocusOnTitle(isError ? 'error' : change?.status)
  // Another change has moved the visit on.
  if (isMoved(error)) return <Navigate to={changeUrl()} replace />
  if (isRefusedForGood(error) || change?.status === 'cancelled') return <EndedChange place={place} />
  if (change === undefined) {
    if (!isError)
      return (
        <Page title={title}>
          <Skeleton lines={6} label={t('common_loading')} />
        </Page>
      )
    return (
      <Page title={title}>
        <Button look="plain" onClick={() => void refetch()}>
          {t('common_retry')}
        </Button>
      </Page>
    )
  }
  if (change.status === 'complete') return <Navigate to={changeComplete(change.reservation_token)} replace />
  if (change.status === 'waiting' && !isOfPayment) return <WaitingChange place={place} />
  return children(change)
}

/** The hold is over, or the change was given up; the reservation is as it was. */
function EndedChange({ place: { oldToken } }: { readonly place: TimeChangePlace }): ReactElement {
  const t = useText()
  return (
    <Page title={t('change_ended_title')} lead={t('change_ended_lead')}>
      <Link to={chooseChange(oldToken)} className={buttonLook()}>
        {t('change_again')}
      </Link>
      <ToTickets reservationToken={oldToken} />
    </Page>
  )
}

/** The change is being paid, in this tab or elsewhere; this page goes on by itself once that is decided. */
function WaitingChange({ place: { oldToken } }: { readonly place: TimeChangePlace }): ReactElement {
  const t = useText()
  const payment = openPayment('time_change')
  return (
    <Page title={t('change_waiting_title')} lead={t('change_waiting_lead')}>
      {payment === null ? (
        <Skeleton lines={2} label={t('common_loading')} />
      ) : (
        <Link to={waitingPage(payment, 'time_change')} className={buttonLook()}>
          {t('change_waiting_continue')}
        </Link>
      )}
      <ToTickets reservationToken={oldToken} />
    </Page>
  )
}
