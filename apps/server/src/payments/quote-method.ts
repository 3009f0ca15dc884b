import type { PaymentMethod } from '@kippu/contract/payment-method'
import { methodDiscount } from '@kippu/domain/method-discount'

import type { Tx } from '../db/database.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import type { PaymentProviders } from './providers.ts'
import { findListedMethod } from './queries.ts'

export interface MethodQuestion {
  readonly siteKey: string
  /** Price of the order after membership and coupons. */
  readonly price: number
  readonly method: PaymentMethod
}

/** What a method takes off a price, and what is left to be charged; in yen. */
export interface MethodQuote {
  readonly discount: number
  readonly payable: number
}

/**
 * What an order costs by a method (S-4.03). `free` pays an order of nothing, and nothing else does (D-55); another method
 * must be listed by the site and configured (S-7.14). A method whose own discount leaves nothing stays (S-4.04).
 */
export async function quoteMethod(
  tx: Tx,
  payments: PaymentProviders,
  { siteKey, price, method }: MethodQuestion,
): Promise<MethodQuote | Refusal<'invalid payment status'>> {
  if ((price === 0) !== (method === 'free')) return cannotPay()
  if (method === 'free') return { discount: 0, payable: 0 }
  const listed = await findListedMethod(tx, { siteKey, method })
  if (listed === undefined || payments.find(method) === undefined) return cannotPay()
  const discount = methodDiscount(price, listed.discount)
  return { discount, payable: price - discount }
}

function cannotPay(): Refusal<'invalid payment status'> {
  return refuse('invalid payment status', { canRetry: false })
}
