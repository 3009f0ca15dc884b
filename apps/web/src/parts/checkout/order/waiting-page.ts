import type { PaymentMethod } from '@kippu/contract/payment-method'

/** The page that asks how a payment ended, and meanwhile shows the code to scan or the step that is left to do. */
export function waitingPage(method: PaymentMethod, paymentNumber: string): string {
  const query = new URLSearchParams({ payment_number: paymentNumber })
  return `/payment-callback/${method}/success?${query}`
}
