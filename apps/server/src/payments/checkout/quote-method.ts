import { ON_ACCOUNT, type StoredMethod } from '@kippu/domain/payment-method'

import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { dueOf, type OrderRecord } from '../../orders/life/find-order.ts'
import { type MethodPrice, priceLinesByMethod } from '../../orders/price/method-price.ts'
import type { PaymentProviders } from '../port/payment-providers.ts'
import type { PaymentFacts } from './read-payable.ts'

/**
 * The amount to be paid for an order by a method. `free` pays where nothing is due, and nothing else does; another
 * method must be listed by the site and configured. A method whose own discount leaves nothing stays. On account alone
 * pays what a reseller sells, whose lines have its net prices.
 */
export function quoteMethod(
  payments: PaymentProviders,
  { order, lines, methods }: Pick<PaymentFacts, 'order' | 'lines' | 'methods'>,
  method: StoredMethod,
): MethodPrice | Refusal<'invalid payment status'> {
  if ((dueOf(order) === 0) !== (method === 'free')) return cannotPay()
  if (method === 'free') return { methodDiscount: 0, payable: 0, tax: 0 }
  if (method === ON_ACCOUNT) return order.channel === 'OTA' ? onAccount(lines, order) : cannotPay()
  const listed = methods.find(one => one.method === method)
  if (listed === undefined || payments.of(order.siteKey).find(method) === undefined) return cannotPay()
  return order.kind === 'time_change'
    ? quoteDifference(lines, order)
    : priceLinesByMethod(lines, listed.discount)
}

function onAccount(lines: PaymentFacts['lines'], order: OrderRecord): MethodPrice {
  return order.kind === 'time_change' ? quoteDifference(lines, order) : priceLinesByMethod(lines, null)
}

/** A difference: what is paid already comes off each rate of tax in proportion, and no method takes anything off. */
function quoteDifference(lines: PaymentFacts['lines'], { credit }: Pick<OrderRecord, 'credit'>): MethodPrice {
  const { payable, tax } = priceLinesByMethod(lines, { type: 'fixed', amount: credit })
  return { methodDiscount: 0, payable, tax }
}

function cannotPay(): Refusal<'invalid payment status'> {
  return refuse('invalid payment status', { canRetry: false })
}
