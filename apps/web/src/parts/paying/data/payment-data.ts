import type { PaymentData } from '@kippu/contract/payment-data'
import type { PaymentMethod } from '@kippu/contract/payment-method'

import type { SavedCard, SavedPayment } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'

/** The data that the form of a method collected. */
export interface Collected {
  readonly paymentData: PaymentData
  /** The label by which the visitor recognises the card, where the provider returns one. */
  readonly card: SavedCard | null
}

/**
 * Methods whose data is not even stored for this tab, because it includes the security code, though encrypted: after a
 * reload the visitor enters the card again.
 */
let unstored: PaymentData | null = null

/** Saves the payment page. */
export function saveCollected({ paymentData, card }: Collected): void {
  const { payment_method_type: paymentMethodType } = paymentData
  const isStored = paymentMethodType !== 'adyen_credit'
  unstored = isStored ? null : paymentData
  useSession.setState({
    savedPayment: { paymentMethodType, paymentData: isStored ? paymentData : null, card },
  })
}

/** Saves a method whose data is only created when the visitor pays. */
export function saveMethod(paymentMethodType: PaymentMethod): void {
  unstored = null
  useSession.setState({ savedPayment: { paymentMethodType, paymentData: null, card: null } })
}

/** The data to send for a saved payment; null when the visitor must enter it (again). */
export function collectedDataOf({ paymentMethodType, paymentData }: SavedPayment): PaymentData | null {
  if (paymentData !== null) return paymentData
  return unstored?.payment_method_type === paymentMethodType ? unstored : null
}

/** Forgets data that cannot be used again; the method stays chosen. */
export function forgetCollected(): void {
  unstored = null
  const { savedPayment } = useSession.getState()
  if (savedPayment !== null)
    useSession.setState({ savedPayment: { ...savedPayment, paymentData: null, card: null } })
}

/** The data of a method without a form; null for the others. */
export function dataWithoutForm(method: PaymentMethod): PaymentData | null {
  switch (method) {
    case 'gmo_paypay':
    case 'gmo_d_pay':
    case 'adyen_alipay':
    case 'adyen_we_chat_pay':
    case 'alipay':
    case 'softbank_alipay':
    case 'softbank_paypay':
    case 'd_pay':
    case 'free':
      return { payment_method_type: method }
    case 'gmo':
    case 'gmo_3ds':
    case 'gmo_apple_pay':
    case 'adyen_credit':
    case 'stripe':
    case 'stripe_secure':
    case 'softbank_credit':
    case 'softbank_3ds':
      return null
  }
}
