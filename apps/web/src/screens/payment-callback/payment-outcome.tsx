import type { PaymentMethod } from '@kippu/contract/payment-method'
import type { PaymentResult } from '@kippu/contract/payments'
import { useEffect } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { forgetRefusedData } from '../../parts/complete-purchase/complete-purchase.ts'
import { PaymentCode } from '../../parts/payment-step/payment-code.tsx'
import { usePaymentStep } from '../../parts/payment-step/use-payment-step.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OpenPayment } from './open-payment.tsx'
import { usePaymentCheck } from './use-payment-check.ts'

interface PaymentOutcomeProps {
  readonly paymentNumber: string | null
  readonly method: PaymentMethod
  readonly ask: () => Promise<PaymentResult>
}

/**
 * What a visitor who is back from a provider sees: the end of the payment as soon as it is known, the way back to what is
 * still to be done at the provider, or that we wait. The server decides; the address only says what to ask for (D-34).
 */
export function PaymentOutcome({ paymentNumber, method, ask }: PaymentOutcomeProps): ReactElement {
  const t = useText()
  const { follow } = usePaymentStep(method)
  const { data, error, isError, refetch } = usePaymentCheck({ key: paymentNumber ?? method, ask })
  useEffect(() => {
    // A bank that asks once more is part of the same payment; a wallet's page is opened by the visitor alone.
    if (data?.result === 'completed' || data?.result === 'three_ds') follow(data)
  }, [follow, data])
  useEffect(() => forgetRefusedData(error), [error])
  if (isError)
    return (
      <Page title={t('payment_checking_title')} lead={t('payment_checking_stopped')}>
        <Button look="plain" onClick={() => void refetch()}>
          {t('common_retry')}
        </Button>
      </Page>
    )
  if (data?.result === 'action' && data.action.type === 'qr')
    return <PaymentCode method={method} paymentNumber={data.payment_number} action={data.action} />
  if (data?.result === 'redirect' || data?.result === 'form' || data?.result === 'action')
    return <OpenPayment method={method} result={data} />
  return (
    <Page title={t('payment_checking_title')} lead={t('payment_checking_lead')}>
      <Skeleton lines={2} label={t('common_loading')} />
      {data?.result === 'checking' && <output>{t('payment_checking_slow')}</output>}
    </Page>
  )
}
