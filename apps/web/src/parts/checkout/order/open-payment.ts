import type { PaymentMethod } from '@kippu/domain/payment-method'

import type { Paid } from '../../payable/payable.ts'
import { useSession } from '../../../session/session.ts'

/** Key of the press that pays. */
export const CHECKOUT = ['checkout'] as const

export interface OpenPayment {
  readonly method: PaymentMethod
  readonly paymentNumber: string
}

/** The payment of an order, or of a change, that this tab began and whose end it does not know; null without one. */
export function openPayment(paid: Paid): OpenPayment | null {
  const { paymentNumber, payingBy: method, payingFor } = useSession.getState()
  if ((payingFor ?? 'order') !== paid) return null
  return paymentNumber === null || method === null ? null : { method, paymentNumber }
}

/** The page that asks how a payment ended, and meanwhile shows the code to scan or the step that is left to do. */
export function waitingPage({ method, paymentNumber }: OpenPayment, paid: Paid): string {
  const query = new URLSearchParams({ payment_number: paymentNumber })
  if (paid !== 'order') query.set(paid, 'true')
  return `/payment-callback/${method}/success?${query}`
}
