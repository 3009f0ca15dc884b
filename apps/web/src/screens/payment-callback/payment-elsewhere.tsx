import type { ReturnResult } from '@kippu/contract/payments'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { usePaidHere } from '../../parts/paying/data/paid-here.ts'
import { useMethodName } from '../../parts/paying/methods/use-method-name.ts'
import { ToOrderLink } from '../../parts/checkout/order/to-order-link.tsx'
import { InquiryLink } from '../../parts/ticket/inquiry-link.tsx'
import { Page } from '../../ui/page.tsx'
import { CheckedPayment } from './checked-payment.tsx'

interface PaymentElsewhereProps {
  readonly result: Extract<ReturnResult, { result: 'elsewhere' }>
}

/**
 * A provider's app has returned the visitor to another browser than the one that began the payment. The server tells it
 * no token, so the page says where the tickets are, or where to go on.
 */
export function PaymentElsewhere({ result }: PaymentElsewhereProps): ReactElement {
  const t = useText()
  const { state, payment_method_type: method, time_change: isTimeChange, spot } = result
  const isHere = usePaidHere() === 'spot'
  const isSpot = spot ?? isHere
  const name = useMethodName(method, isSpot ? 'spot' : 'order')
  switch (state) {
    case 'completed':
      if (isSpot)
        return (
          <Page title={t('payment_elsewhere_completed_title')} lead={t('spot_elsewhere_lead')}>
            <p>{t('spot_elsewhere_staff')}</p>
          </Page>
        )
      return (
        <Page title={t('payment_elsewhere_completed_title')} lead={t('payment_elsewhere_completed_lead')}>
          <p>{t('payment_elsewhere_no_mail')}</p>
          <p>{isTimeChange ? <InquiryLink look="plain" /> : <ToOrderLink />}</p>
        </Page>
      )
    case 'open':
      return <Page title={t('payment_open_title')} lead={t('payment_elsewhere_open_lead', { name })} />
    case 'checking':
      return <CheckedPayment isSlow />
  }
}
