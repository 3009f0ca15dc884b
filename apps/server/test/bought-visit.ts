import { buyerColumns } from '../src/orders/buyers/buyer.ts'
import { newReservationToken } from '../src/tickets/reservation-token.ts'
import { claimForPayment } from './claim-order.ts'
import { completeOrder } from './complete-order.ts'
import type { Shop } from './shop/shop.ts'
import { paidInFull } from './paid-in-full.ts'

export interface BoughtVisit {
  readonly orderId: string
  readonly reservationId: string
  readonly number: string
  readonly token: string
}

/** Buys one ticket with this address, in the language of the order. */
export async function buyVisit(shop: Shop, email: string): Promise<BoughtVisit> {
  const { id: orderId } = await shop.orderToken(1)
  const issued = await shop.db.transaction(async tx => {
    await tx
      .updateTable('orders')
      .set({ status: 'ready_checkout', ...buyerColumns([{ key: 'email', value: email }]) })
      .where('id', '=', orderId)
      .execute()
    await claimForPayment(tx, { orderId })
    return completeOrder(tx, { ...shop.deps, orderId, paid: await paidInFull(tx, orderId) })
  })
  if (issued === undefined) throw new Error('the order was not completed')
  const { reservationId, reservationNumber: number } = issued
  const token = newReservationToken(shop.deps.tokens, { id: reservationId, tokenGeneration: 0 })
  return { orderId, reservationId, number, token }
}
