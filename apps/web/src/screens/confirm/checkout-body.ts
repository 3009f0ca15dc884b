import type { Arguments } from '@kippu/contract/call'
import type { checkout } from '@kippu/contract/orders'

import type { SavedPayment } from '../../session/pieces.ts'

/** What is sent to pay: the method, and the provider's name for the card. */
export function checkoutBodyOf({
  paymentMethodType,
  card,
}: SavedPayment): Arguments<typeof checkout>['body'] {
  if (paymentMethodType === 'free') return { payment_method_type: 'free' }
  return { payment_method_type: paymentMethodType, payment_method: card?.paymentMethod ?? '' }
}
