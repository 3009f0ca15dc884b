import type { PaymentMethod } from '@kippu/domain/payment-method'
import type { ReturnResult } from '@kippu/contract/payments'
import { useEffect } from 'react'
import type { ReactElement } from 'react'

import { isRefusedForGood } from '../../api/refused-for-good.ts'
import { useText } from '../../i18n/texts.tsx'
import { useFocusOnTitle } from '../../parts/checkout/order/use-focus-on-title.ts'
import { PaymentCode } from '../../parts/paying/step/payment-code.tsx'
import { usePaymentStep } from '../../parts/paying/step/use-payment-step.ts'
import { Button } from '../../ui/button.tsx'
import { ToOrderLink } from '../../parts/checkout/order/to-order-link.tsx'
import { Page } from '../../ui/page.tsx'
import { InquiryLink } from '../../parts/ticket/inquiry-link.tsx'
import { ToKeptTickets } from '../../parts/time-change/page/to-tickets.tsx'
import type { Paid } from '../../parts/payable/payable.ts'
import { usePaidHere } from '../../parts/paying/data/paid-here.ts'
import { CheckedPayment } from './checked-payment.tsx'
import { OpenPayment } from './open-payment.tsx'
import { PaymentElsewhere } from './payment-elsewhere.tsx'
import { usePaymentCheck } from './use-payment-check.ts'

interface PaymentOutcomeProps {
  readonly paymentNumber: string | null
  readonly method: PaymentMethod
  readonly ask: () => Promise<ReturnResult>
  /** The visitor is back from a bank, which may ask once more: that is part of the same payment. */
  readonly isChallenge?: boolean
}

/**
 * The page for a visitor who is back from a provider: the end of the payment as soon as it is known, the way back to
 * the provider when something is left to do there, or a page that waits. The server decides; the address only says
 * which payment to ask about. When one of these replaces another, its title takes the focus.
 */
export function PaymentOutcome({
  paymentNumber,
  method,
  ask,
  isChallenge = false,
}: PaymentOutcomeProps): ReactElement {
  const { follow } = usePaymentStep()
  const paid = usePaidHere()
  const { data, error, isError, refetch } = usePaymentCheck({ key: paymentNumber ?? method, ask })
  const goesOn = data?.result === 'completed' || (isChallenge && data?.result === 'three_ds')
  useEffect(() => {
    // Only the visitor opens the page of a wallet, or a payment that began in another tab.
    if (goesOn) follow(data, method)
  }, [follow, data, goesOn, method])
  useFocusOnTitle(isError ? error : data?.result === 'elsewhere' ? data.state : data?.result)
  if (isRefusedForGood(error)) return <EndedPayment key="ended" paid={paid} />
  if (data?.result === 'elsewhere') return <PaymentElsewhere key={data.state} result={data} />
  if (isError) return <UnknownPayment key="unknown" retry={() => void refetch()} />
  if (data === undefined || data.result === 'checking' || goesOn)
    return <CheckedPayment key="checked" isSlow={data?.result === 'checking'} />
  if (data.result === 'action' && data.action.type === 'qr')
    return (
      <PaymentCode
        method={data.payment_method_type}
        paymentNumber={data.payment_number}
        action={data.action}
      />
    )
  return <OpenPayment method={data.payment_method_type} result={data} />
}

/** The dialog says why, and where it leads; a visitor who comes back here finds the way to a new order, or to the tickets. */
function EndedPayment({ paid }: { readonly paid: Paid }): ReactElement {
  const t = useText()
  const isTimeChange = paid === 'time_change'
  return (
    <Page title={t(isTimeChange ? 'payment_error_change_title' : 'payment_error_title')}>
      <p>{isTimeChange ? <InquiryLink look="plain" /> : <ToOrderLink paid={paid} />}</p>
    </Page>
  )
}

function UnknownPayment({ retry }: { readonly retry: () => void }): ReactElement {
  const t = useText()
  return (
    <Page title={t('payment_checking_stopped_title')} lead={t('payment_checking_stopped')}>
      <Button look="plain" onClick={retry}>
        {t('common_retry')}
      </Button>
      <ToKeptTickets />
    </Page>
  )
}
