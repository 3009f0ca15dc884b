import type { ReactElement, ReactNode } from 'react'

import { isMoved } from '../../api/is-moved.ts'
import { useText } from '../../i18n/texts.tsx'
import { changeUrl, ticketPage } from '../../page/redirects.ts'
import { Navigate, useParams, useSearchParams } from '../../page/router.tsx'
import { InquiryLink } from '../../parts/ticket/inquiry-link.tsx'
import { useReservation } from '../../parts/ticket/use-reservation.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReceiptForm } from './receipt-form.tsx'
import styles from './receipt-screen.module.css'
import { ReceiptView } from './receipt-view.tsx'
import { useIssue } from './use-issue.ts'
import { useReceipt } from './use-receipt.ts'

/** `/id/{reservationToken}/receipt`: asks for the addressee once, and shows the receipt from then on. */
export function ReceiptScreen(): ReactElement {
  const { reservationToken = '' } = useParams()
  const [search] = useSearchParams()
  const number = search.get('receipt_number')
  const reservation = useReservation(reservationToken)
  const receipt = useReceipt({ reservationToken, number })
  const { issued, isTaken, ...asking } = useIssue(reservationToken)
  if (isMoved(reservation.error) || isMoved(receipt.error)) return <Navigate to={changeUrl()} replace />
  const shown = number === null ? (issued ?? receipt.data) : receipt.data
  if (shown)
    return (
      <Framed token={reservationToken} isWide>
        {isTaken && <OtherName />}
        <ReceiptView receipt={shown} reservationToken={reservationToken} />
      </Framed>
    )
  if (reservation.isError || receipt.isError || (shown === null && number !== null))
    return (
      <NoReceipt
        retry={() => {
          void reservation.refetch()
          void receipt.refetch()
        }}
      />
    )
  if (reservation.data === undefined || shown === undefined) return <Waiting />
  return (
    <Framed token={reservationToken}>
      {reservation.data.permissions.receipt.allowed ? <ReceiptForm {...asking} /> : <NothingPaid />}
    </Framed>
  )
}

interface FramedProps {
  readonly token: string
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The way back to the tickets stands above everything. */
function Framed({ token, isWide = false, children }: FramedProps): ReactElement {
  const t = useText()
  return (
    <div className={`${styles.frame} ${isWide ? styles.wide : ''}`}>
      <div data-print="no">
        <BackLink href={`#${ticketPage(token)}`}>{t('receipt_back')}</BackLink>
      </div>
      {children}
    </div>
  )
}

function OtherName(): ReactElement {
  const t = useText()
  return (
    <div data-print="no">
      <Notice kind="caution">{t('receipt_already')}</Notice>
    </div>
  )
}

/** Nothing was paid, so there is nothing to receive. */
function NothingPaid(): ReactElement {
  const t = useText()
  return (
    <>
      <h1 className="title" tabIndex={-1}>
        {t('receipt_none_title')}
      </h1>
      <p>{t('receipt_none')}</p>
    </>
  )
}

function Waiting(): ReactElement {
  const t = useText()
  return (
    <Page title={t('receipt_title')}>
      <Skeleton lines={8} label={t('receipt_loading')} />
    </Page>
  )
}

function NoReceipt({ retry }: { readonly retry: () => void }): ReactElement {
  const t = useText()
  return (
    <Page title={t('receipt_missing_title')} lead={t('receipt_missing')}>
      <div>
        <Button look="plain" onClick={retry}>
          {t('common_retry')}
        </Button>{' '}
        <InquiryLink />
      </div>
    </Page>
  )
}
