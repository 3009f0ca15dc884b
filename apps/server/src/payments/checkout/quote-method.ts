import type { PaymentMethod } from '@kippu/domain/payment-method'

import { refuse, type Refusal } from '../../http/refusal.ts'
import { type MethodPrice, priceLinesByMethod } from '../../orders/price/method-price.ts'
import type { PaymentProviders } from '../port/payment-providers.ts'
import type { PaymentFacts } from './read-payable.ts'

/**
 * What an order costs by a method (S-4.03). `free` pays an order of nothing, and nothing else does (D-55); another method
 * must be listed by the site and configured (S-7.14). A method whose own discount leaves nothing stays (S-4.04).
 */
export function quoteMethod(
  payments: PaymentProviders,
  { order: { siteKey, price }, lines, methods }: Pick<PaymentFacts, 'order' | 'lines' | 'methods'>,
  method: PaymentMethod,
): MethodPrice | Refusal<'invalid payment status'> {
  if ((price === 0) !== (method === 'free')) return cannotPay()
  if (method === 'free') return { methodDiscount: 0, payable: 0, tax: 0 }
  const listed = methods.find(one => one.method === method)
  if (listed === undefined || payments.of(siteKey).find(method) === undefined) return cannotPay()
  return priceLinesByMethod(lines, listed.discount)
}

function cannotPay(): Refusal<'invalid payment status'> {
  return refuse('invalid payment status', { canRetry: false })
}
