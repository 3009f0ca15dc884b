import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { confirmCheckout } from '@kippu/contract/payments'
import type { ReactElement } from 'react'

import { request } from '../../api/client.ts'
import { notFound } from '../../page/redirects.ts'
import { Navigate, useParams, useSearchParams } from '../../page/router.tsx'
import { findOwnPayment } from '../../session/own-payments.ts'
import { useSession } from '../../session/session.ts'
import { PaymentOutcome } from './payment-outcome.tsx'
import { IN_BACKGROUND } from './use-payment-check.ts'

/** The statuses a return address may carry. They decide nothing: only the server knows the outcome. */
const RETURN_STATUSES: readonly string[] = ['success', 'cancel', 'failure']

/** The visitor is back from the provider, perhaps in another browser than the one that paid. */
export function PaymentCallbackScreen(): ReactElement {
  const { paymentType = '', status = '' } = useParams()
  const paymentNumber = usePaymentNumber()
  const method = PAYMENT_METHODS.find(name => name === paymentType)
  if (method === undefined || !RETURN_STATUSES.includes(status) || paymentNumber === '')
    return <Navigate to={notFound()} replace />
  const body = {
    payment_number: paymentNumber,
    payment_method_type: method,
    ...(status === 'cancel' && { details: { status } }),
  }
  return (
    <PaymentOutcome
      key={paymentNumber}
      paymentNumber={paymentNumber}
      method={method}
      ask={() => request(confirmCheckout, { body }, IN_BACKGROUND)}
    />
  )
}

/**
 * The number of the payment that the address names, if this browser began it; else what the address has; without one,
 * the payment of this tab. Empty without any.
 */
export function usePaymentNumber(): string {
  const asked = useSearchParams()[0].get('payment_number')
  const saved = useSession(session => session.paymentNumber)
  if (asked === null) return saved ?? ''
  return findOwnPayment(asked)?.number ?? asked
}
