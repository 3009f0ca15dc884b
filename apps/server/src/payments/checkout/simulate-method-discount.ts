import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { simulateMethodDiscount as simulationCall } from '@kippu/contract/order-coupons'
import type { PaymentMethod } from '@kippu/domain/payment-method'

import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { openOrder } from '../../orders/life/open-order.ts'
import { quoteMethod } from './quote-method.ts'
import { PAYMENT_FACTS } from './read-payable.ts'

export interface SimulateMethodDiscount {
  readonly siteKey: string
  readonly orderToken: string
  readonly method: PaymentMethod
}

/** The price of an order by a method, by the rules of the checkout; changes nothing. */
export async function simulateMethodDiscount(
  { db, payments }: Pick<PaymentDeps, 'db' | 'payments'>,
  { siteKey, orderToken, method }: SimulateMethodDiscount,
): Promise<Answer<typeof simulationCall> | Refusal<RefusalOf<typeof simulationCall>>> {
  const facts = await db.find(PAYMENT_FACTS.order, { siteKey, token: orderToken })
  if (facts === undefined) return refuse('record not found')
  const order = openOrder(facts.order)
  if (isRefusal(order)) return order
  const quote = quoteMethod(payments, facts, method)
  return isRefusal(quote) ? quote : { price: quote.payable, discount_amount: quote.methodDiscount }
}
