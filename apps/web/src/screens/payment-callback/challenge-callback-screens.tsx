import { methodsOf } from '@kippu/domain/payment-method'
import { confirmCheckout, executeGmoPayment } from '@kippu/contract/payments'
import type { ReactElement } from 'react'

import { request } from '../../api/client.ts'
import { notFound } from '../../page/redirects.ts'
import { Navigate, useSearchParams } from '../../page/router.tsx'
import { findOwnPayment } from '../../session/own-payments.ts'
import { useSession } from '../../session/session.ts'
import { usePaymentNumber } from './payment-callback-screen.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'
import { IN_BACKGROUND } from './use-payment-check.ts'

/** `/payment-callback/gmo3ds?md=…`: the return from the bank of a GMO card. */
export function GmoThreeDsScreen(): ReactElement {
  const [query] = useSearchParams()
  const asked = query.get('md') ?? query.get('MD') ?? ''
  const md = findOwnPayment(asked)?.md ?? asked
  if (md === '') return <Navigate to={notFound()} replace />
  return (
    <PaymentOutcome
      key={md}
      paymentNumber={md}
      method="gmo_3ds"
      ask={() => request(executeGmoPayment, { body: { md } }, IN_BACKGROUND)}
      isChallenge
    />
  )
}

/** `/payment-callback/sbps3ds`: the return from the bank of an SB Payment Service card. */
export function SbpsThreeDsScreen(): ReactElement {
  const paymentNumber = usePaymentNumber()
  if (paymentNumber === '') return <Navigate to={notFound()} replace />
  const body = { payment_number: paymentNumber, payment_method_type: 'softbank_3ds' } as const
  return (
    <PaymentOutcome
      key={paymentNumber}
      paymentNumber={paymentNumber}
      method="softbank_3ds"
      ask={() => request(confirmCheckout, { body }, IN_BACKGROUND)}
      isChallenge
    />
  )
}

/** The query that Adyen adds to the return address: passed on as it came, because only the server understands it. */
const ADYEN_FIELDS = ['redirectResult', 'payload'] as const

/** `/adyen-callback`: the return from Adyen. The address names the method, otherwise the browser remembers it. */
export function AdyenCallbackScreen(): ReactElement {
  const [query] = useSearchParams()
  const paymentNumber = usePaymentNumber()
  const saved = useSession(session => session.payingBy ?? session.savedPayment?.paymentMethodType)
  const asked = query.get('payment_method_type') ?? saved
  const method = methodsOf('adyen').find(name => name === asked)
  if (paymentNumber === '' || method === undefined) return <Navigate to={notFound()} replace />
  const details = Object.fromEntries(
    ADYEN_FIELDS.flatMap(name => {
      const value = query.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const body = {
    payment_number: paymentNumber,
    payment_method_type: method,
    ...(Object.keys(details).length > 0 && { details }),
  }
  return (
    <PaymentOutcome
      key={paymentNumber}
      paymentNumber={paymentNumber}
      method={method}
      ask={() => request(confirmCheckout, { body }, IN_BACKGROUND)}
      isChallenge
    />
  )
}
