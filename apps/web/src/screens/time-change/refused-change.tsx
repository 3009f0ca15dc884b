import type { ReactElement } from 'react'

import { isRefusedForGood } from '../../api/refused-for-good.ts'
import { useText } from '../../i18n/texts.tsx'
import { addressOf } from '../../page/entry.ts'
import { ticketPage } from '../../page/redirects.ts'
import { sharePage } from '../../page/share-redirects.ts'
import { Link } from '../../page/router.tsx'
import { openPayment, waitingPage } from '../../parts/checkout/order/open-payment.ts'
import { InquiryLink } from '../../parts/ticket/inquiry-link.tsx'
import { useReservation } from '../../parts/ticket/use-reservation.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

interface RefusedChangeProps {
  readonly reservationToken: string
  readonly error: Error
  readonly retry: () => void
}

/** The reservation cannot be moved, and why; or its days could not be read. */
export function RefusedChange({ reservationToken, error, retry }: RefusedChangeProps): ReactElement {
  const t = useText()
  const { data: reservation } = useReservation(reservationToken, { isNeeded: isRefusedForGood(error) })
  if (!isRefusedForGood(error))
    return (
      <Page title={t('change_title')}>
        <Button look="plain" onClick={retry}>
          {t('common_retry')}
        </Button>
      </Page>
    )
  const reason = reservation?.permissions.change.reason ?? null
  const payment = reason === 'being_paid' ? openPayment('time_change') : null
  return (
    <Page
      title={t('change_refused_title')}
      {...(reservation !== undefined && { lead: t(`change_reason_${reason ?? 'not_offered'}`) })}
    >
      {payment !== null && (
        <Link to={waitingPage(payment, 'time_change')} className={buttonLook()}>
          {t('change_waiting_continue')}
        </Link>
      )}
      {reason === 'handed_on' && (
        <a href={addressOf(sharePage(reservationToken))} className={buttonLook()}>
          {t('change_take_back')}
        </a>
      )}
      <p>
        {reservation === undefined ? (
          <InquiryLink look="plain" />
        ) : (
          <a href={addressOf(ticketPage(reservationToken))} className={buttonLook('plain')}>
            {t('change_to_tickets')}
          </a>
        )}
      </p>
    </Page>
  )
}
