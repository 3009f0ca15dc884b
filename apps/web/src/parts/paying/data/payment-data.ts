import type { PaymentData } from '@kippu/contract/payment-data'
import { isPaidBy, WAYS_WITHOUT_FORM } from '@kippu/domain/payment-method'
import type { PaymentMethod } from '@kippu/domain/payment-method'

import type { SavedCard, SavedPayment } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import type { Paid } from '../../payable/payable.ts'

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

/** The piece of the session that keeps the way to pay. */
export const PIECE_OF = {
  order: 'savedPayment',
  time_change: 'changeDatePayment',
  spot: 'spotPayment',
} as const satisfies Record<Paid, string>

/** Saves the payment page. */
export function saveCollected(paid: Paid, { paymentData, card }: Collected): void {
  const { payment_method_type: paymentMethodType } = paymentData
  const isStored = !isPaidBy(paymentMethodType, ['adyen_card'])
  unstored = isStored ? null : paymentData
  useSession.setState({
    [PIECE_OF[paid]]: { paymentMethodType, paymentData: isStored ? paymentData : null, card },
  })
}

/** Saves a method whose data is only created when the visitor pays. */
export function saveMethod(paid: Paid, paymentMethodType: PaymentMethod): void {
  unstored = null
  useSession.setState({ [PIECE_OF[paid]]: { paymentMethodType, paymentData: null, card: null } })
}

/** The data to send for a saved payment; null when the visitor must enter it (again). */
export function collectedDataOf({ paymentMethodType, paymentData }: SavedPayment): PaymentData | null {
  if (paymentData !== null) return paymentData
  return unstored?.payment_method_type === paymentMethodType ? unstored : null
}

/** Whether a saved way to pay can be used: its data is there, or comes with the sheet of Apple Pay. */
export function isCollected(payment: SavedPayment): boolean {
  return isPaidBy(payment.paymentMethodType, ['apple_pay']) || collectedDataOf(payment) !== null
}

/** Forgets data that cannot be used again; the method stays chosen. */
export function forgetCollected(paid: Paid): void {
  unstored = null
  const piece = PIECE_OF[paid]
  const saved = useSession.getState()[piece]
  if (saved !== null) useSession.setState({ [piece]: { ...saved, paymentData: null, card: null } })
}

/** The data of a method without a form; null for the others. */
export function dataWithoutForm(method: PaymentMethod): PaymentData | null {
  return isPaidBy(method, WAYS_WITHOUT_FORM) ? { payment_method_type: method } : null
}
