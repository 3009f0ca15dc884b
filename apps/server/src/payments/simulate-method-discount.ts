import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { simulateMethodDiscount as simulationCall } from '@kippu/contract/order-coupons'
import type { PaymentMethod } from '@kippu/contract/payment-method'
import { holdMayExpire } from '@kippu/domain/states/order'

import type { Deps } from '../deps.ts'
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'
import { findOrderByToken } from '../orders/find-order.ts'
import { quoteMethod } from './quote-method.ts'

export interface SimulateMethodDiscount {
  readonly siteKey: string
  readonly orderToken: string
  readonly method: PaymentMethod
}

/** What an order would cost by a method, by the rules of the checkout; changes nothing (R-7.24, S-4.02). */
export async function simulateMethodDiscount(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { siteKey, orderToken, method }: SimulateMethodDiscount,
): Promise<Answer<typeof simulationCall> | Refusal<RefusalOf<typeof simulationCall>>> {
  return db.read(async tx => {
    const order = await findOrderByToken(tx, { siteKey, token: orderToken })
    if (order === undefined) return refuse('record not found')
    if (order.hasEnded) return refuse('session_timeout')
    if (!holdMayExpire(order.status)) return refuse('invalid order status')
    const quote = await quoteMethod(tx, payments, { siteKey, price: order.price, method })
    return isRefusal(quote) ? quote : { price: quote.payable, discount_amount: quote.discount }
  })
}
