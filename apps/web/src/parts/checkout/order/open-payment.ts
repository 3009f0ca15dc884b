import type { PaymentMethod } from '@kippu/domain/payment-method'

import { useSession } from '../../../session/session.ts'

interface OpenPayment {
  readonly method: PaymentMethod
  readonly paymentNumber: string
}

/** The payment that this tab began and whose end it does not know; null without one. */
export function openPayment(): OpenPayment | null {
  const { paymentNumber, payingBy: method } = useSession.getState()
  return paymentNumber === null || method === null ? null : { method, paymentNumber }
}

/** The page that asks how a payment ended, and meanwhile shows the code to scan or the step that is left to do. */
export function waitingPage(method: PaymentMethod, paymentNumber: string): string {
  const query = new URLSearchParams({ payment_number: paymentNumber })
  return `/payment-callback/${method}/success?${query}`
}
