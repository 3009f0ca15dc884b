import type { ReactElement } from 'react'

export function PaymentCallbackScreen(): ReactElement {
  return <h1 tabIndex={-1}>payment-callback</h1>
}
