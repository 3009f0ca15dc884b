import type { ReactElement, ReactNode } from 'react'

import type { TimeChangePlace } from '../../page/change-redirects.ts'
import { addressOf } from '../../page/entry.ts'
import { ticketPage } from '../../page/redirects.ts'
import { Link, useSearchParams } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { ToOrderLink, useStart } from '../../parts/checkout/order/to-order-link.tsx'
import { HousePage } from '../../parts/house/house-page.tsx'
import { usePaidHere } from '../../parts/paying/data/paid-here.ts'
import { InquiryLink } from '../../parts/ticket/inquiry-link.tsx'
import { useKnownChange } from '../../parts/time-change/state/use-known-change.ts'
import { useSession } from '../../session/session.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** `/error`: something went wrong that no other page explains. */
export function ErrorScreen(): ReactElement {
  const t = useText()
  return (
    <HousePage title={t('error_page_title')} lead={t('error_page_message')}>
      <ToOrder />
    </HousePage>
  )
}

/**
 * `/payment-error`: a payment of an order or of a date change (`time_change=true`) failed. With
 * `additional_info=inquiry` a person at the venue has to look at it.
 */
export function PaymentErrorScreen(): ReactElement {
  const t = useText()
  const [query] = useSearchParams()
  const isTimeChange = query.get('time_change') === 'true'
  if (query.get('additional_info') === 'inquiry') return <Inquiry isTimeChange={isTimeChange} />
  if (isTimeChange)
    return (
      <HousePage title={t('payment_error_change_title')} lead={t('payment_error_change_message')}>
        <ToStart />
      </HousePage>
    )
  return (
    <HousePage title={t('payment_error_title')} lead={t('payment_error_message')}>
      <ToOrder />
    </HousePage>
  )
}

/** The visitor paid and received nothing, or moved the visit and did not get the difference back. */
function Inquiry({ isTimeChange }: { readonly isTimeChange: boolean }): ReactElement {
  const t = useText()
  const place = useSession(session => session.changeDateResult)
  if (!isTimeChange)
    return (
      <InquiryPage title={t('payment_error_inquiry_title')}>
        <p>{t('payment_error_inquiry_message')}</p>
      </InquiryPage>
    )
  if (place !== null) return <ChangeInquiry place={place} />
  return (
    <InquiryPage title={t('payment_error_change_inquiry_title')}>
      <p>{t('payment_error_change_inquiry_message')}</p>
    </InquiryPage>
  )
}

/**
 * The change that this tab was in: whether the visit was moved or a late payment found no place, and the number of the reservation,
 * which the venue asks for.
 */
function ChangeInquiry({ place }: { readonly place: TimeChangePlace }): ReactElement {
  const t = useText()
  const { data: change, isPending } = useKnownChange(place)
  const isKept = change !== undefined && change.status !== 'complete'
  return (
    <InquiryPage title={t('payment_error_change_inquiry_title')}>
      {isPending ? (
        <Skeleton lines={3} label={t('common_loading')} />
      ) : (
        <p>{t(isKept ? 'payment_error_change_kept_message' : 'payment_error_change_inquiry_message')}</p>
      )}
      {change !== undefined && (
        <p>
          {t('complete_number')}
          {t('common_colon')}
          <bdi>{change.reservation_number}</bdi>
        </p>
      )}
      {change !== undefined && (
        <p>
          <a href={addressOf(ticketPage(change.reservation_token))}>
            {t(isKept ? 'change_to_tickets' : 'change_to_new_tickets')}
          </a>
        </p>
      )}
    </InquiryPage>
  )
}

interface InquiryPageProps {
  readonly title: string
  readonly children: ReactNode
}

/** The failure, the number by which the payment is found, and the full contact details. */
function InquiryPage({ title, children }: InquiryPageProps): ReactElement {
  const t = useText()
  const paymentNumber = useSession(session => session.paymentNumber)
  return (
    <HousePage title={title}>
      <Notice kind="caution">
        {children}
        {paymentNumber !== null && (
          <p>
            {t('payment_error_number')}
            {t('common_colon')}
            <bdi>{paymentNumber}</bdi>
          </p>
        )}
      </Notice>
      <ToStart />
    </HousePage>
  )
}

/** The way back to the start of the store, without saying that a new order is needed. */
function ToStart(): ReactElement {
  const t = useText()
  const paid = usePaidHere()
  const start = useStart(paid)
  return (
    <p>
      <Link className={buttonLook('quiet')} to={paid === 'spot' ? start : '/'}>
        {t('payment_error_to_start')}
      </Link>{' '}
      <InquiryLink />
    </p>
  )
}

function ToOrder(): ReactElement {
  return (
    <p>
      <ToOrderLink paid={usePaidHere()} look="primary" /> <InquiryLink />
    </p>
  )
}
