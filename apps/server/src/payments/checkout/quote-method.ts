import type { PaymentMethod } from '@kippu/domain/payment-method'

import type { Read } from '../../db/database.ts'
import { refuse, type Refusal } from '../../http/refusal.ts'
import type { OrderRecord } from '../../orders/life/find-order.ts'
import { readPriceByMethod } from '../../orders/price/method-price.ts'
import type { PaymentProviders } from '../port/payment-providers.ts'
import { findListedMethod } from './listed-method.ts'

export interface MethodQuestion {
  readonly order: Pick<OrderRecord, 'id' | 'siteKey' | 'price'>
  readonly method: PaymentMethod
}

/** What a method takes off a price, and what is left to be charged; in yen. */
export interface MethodQuote {
  readonly discount: number
  readonly payable: number
  /** Consumption tax contained in it. */
  readonly tax: number
}

/**
 * What an order costs by a method (S-4.03). `free` pays an order of nothing, and nothing else does (D-55); another method
 * must be listed by the site and configured (S-7.14). A method whose own discount leaves nothing stays (S-4.04).
 */
export async function quoteMethod(
  read: Read,
  payments: PaymentProviders,
  { order: { id: orderId, siteKey, price }, method }: MethodQuestion,
): Promise<MethodQuote | Refusal<'invalid payment status'>> {
  if ((price === 0) !== (method === 'free')) return cannotPay()
  if (method === 'free') return { discount: 0, payable: 0, tax: 0 }
  const listed = await findListedMethod(read, { siteKey, method })
  if (listed === undefined || payments.of(siteKey).find(method) === undefined) return cannotPay()
  const { methodDiscount, payable, tax } = await readPriceByMethod(read, {
    orderId,
    discount: listed.discount,
  })
  return { discount: methodDiscount, payable, tax }
}

function cannotPay(): Refusal<'invalid payment status'> {
  return refuse('invalid payment status', { canRetry: false })
}
