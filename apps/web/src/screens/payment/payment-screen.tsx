import type { ReactElement } from 'react'

export function PaymentScreen(): ReactElement {
  return <h1 tabIndex={-1}>payment</h1>
}
