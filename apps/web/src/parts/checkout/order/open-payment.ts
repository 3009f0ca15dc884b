import type { PaymentMethod } from '@kippu/domain/payment-method'

import { useSession } from '../../../session/session.ts'

interface OpenPayment {
  readonly method: PaymentMethod
  readonly paymentNumber: string
}

/** The payment that this tab began and has not seen the end of; null without one. */
export function openPayment(): OpenPayment | null {
  const { paymentNumber, payingBy: method } = useSession.getState()
  return paymentNumber === null || method === null ? null : { method, paymentNumber }
}
