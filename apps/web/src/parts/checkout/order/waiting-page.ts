import type { PaymentMethod } from '@kippu/domain/payment-method'

/** The page that asks what became of a payment, and shows what is to be scanned or still to be done meanwhile. */
export function waitingPage(method: PaymentMethod, paymentNumber: string): string {
  const query = new URLSearchParams({ payment_number: paymentNumber })
  return `/payment-callback/${method}/success?${query}`
}
