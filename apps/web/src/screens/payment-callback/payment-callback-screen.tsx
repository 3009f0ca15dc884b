import { PAYMENT_METHODS } from '@kippu/contract/payment-method'
import type { PaymentMethod } from '@kippu/contract/payment-method'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import { Navigate, useParams, useSearchParams } from '../../app/router.tsx'

import { notFound } from '../../app/redirects.ts'
import { useText } from '../../i18n/texts.tsx'
import { forgetRefusedCard, useCompletePurchase } from '../../parts/complete-purchase/complete-purchase.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePaymentCheck } from './use-payment-check.ts'

/** The statuses a return address may carry; they choose no outcome, the server knows the truth (D-34). */
const RETURN_STATUSES: readonly string[] = ['success', 'cancel', 'failure']

/** The visitor is back from the provider, perhaps in another browser than the one that paid. */
export function PaymentCallbackScreen(): ReactElement {
  const { paymentType = '', status = '' } = useParams()
  const asked = useSearchParams()[0].get('payment_number')
  const saved = useSession(session => session.paymentNumber)
  const method = PAYMENT_METHODS.find(name => name === paymentType)
  const paymentNumber = asked ?? saved ?? ''
  if (method === undefined || !RETURN_STATUSES.includes(status) || paymentNumber === '')
    return <Navigate to={notFound()} replace />
  return <PaymentCallback key={paymentNumber} paymentNumber={paymentNumber} method={method} />
}

interface PaymentCallbackProps {
  readonly paymentNumber: string
  readonly method: PaymentMethod
}

function PaymentCallback({ paymentNumber, method }: PaymentCallbackProps): ReactElement {
  const t = useText()
  const complete = useCompletePurchase()
  const { data, error, isError, refetch } = usePaymentCheck({ paymentNumber, method })
  useEffect(() => {
    if (data?.result === 'completed') complete(data)
    if (data?.result === 'redirect') location.assign(data.redirect_url)
  }, [complete, data])
  useEffect(() => forgetRefusedCard(error), [error])
  if (isError)
    return (
      <Page title={t('payment_checking_title')} lead={t('payment_checking_stopped')}>
        <Button look="plain" onClick={() => void refetch()}>
          {t('common_retry')}
        </Button>
      </Page>
    )
  return (
    <Page title={t('payment_checking_title')} lead={t('payment_checking_lead')}>
      <Skeleton lines={2} label={t('common_loading')} />
      {data?.result === 'checking' && <output>{t('payment_checking_slow')}</output>}
    </Page>
  )
}
