import type { PaymentMethod } from '@kippu/domain/payment-method'
import type { PaymentResult } from '@kippu/contract/payments'
import { timeOf } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useKnownOrder } from '../../parts/checkout/order/current-order.ts'
import { HoldLine } from '../../parts/checkout/hold/hold-line.tsx'
import { usePaidHere } from '../../parts/paying/data/paid-here.ts'
import { useMethodName } from '../../parts/paying/methods/use-method-name.ts'
import { useCancelPayment } from '../../parts/paying/step/use-cancel-payment.ts'
import { usePaymentStep } from '../../parts/paying/step/use-payment-step.ts'
import { ToKeptTickets } from '../../parts/time-change/page/to-tickets.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'

interface OpenPaymentProps {
  readonly method: PaymentMethod
  readonly result: PaymentResult
}

/** The visitor came back without paying, and still can: on the same page, or by another method. */
export function OpenPayment({ method, result }: OpenPaymentProps): ReactElement {
  const t = useText()
  const paid = usePaidHere()
  const name = useMethodName(method, paid)
  const { follow, isLeaving } = usePaymentStep()
  const { cancelPayment, isCancelling, cannotCancel } = useCancelPayment({
    method,
    paymentNumber: result.payment_number,
  })
  const order = useKnownOrder(paid === 'spot' ? 'spot' : 'order')
  return (
    <Page title={t('payment_open_title')} lead={t('payment_open_lead', { name })}>
      {order !== undefined && <HoldLine words={t('payment_open_held', { time: timeOf(order.expires_at) })} />}
      {cannotCancel && <Notice kind="caution">{t('payment_open_kept', { name })}</Notice>}
      <Button wide busy={isLeaving} onClick={() => follow(result, method)}>
        {t('payment_open_continue', { name })}
      </Button>
      <Button wide look="plain" busy={isCancelling} onClick={cancelPayment}>
        {t('payment_other_way')}
      </Button>
      <ToKeptTickets />
    </Page>
  )
}
