import type { Arguments } from '@kippu/contract/call'
import type { checkout } from '@kippu/contract/orders'

import type { SavedPayment } from '../../session/pieces.ts'

/** What is sent to pay: the method, the provider's name for the card, and the yen that the button shows. */
export function checkoutBodyOf(
  { paymentMethodType, card }: SavedPayment,
  shown: number,
): Arguments<typeof checkout>['body'] {
  if (paymentMethodType === 'free') return { payment_method_type: 'free', expected_amount: shown }
  return {
    payment_method_type: paymentMethodType,
    payment_method: card?.paymentMethod ?? '',
    expected_amount: shown,
  }
}
