import type { Tx } from '../src/platform/db/database.ts'
import type { CompleteOrder } from './complete-order.ts'

/** The payment of a buyer who pays exactly the price of the order. */
export async function paidInFull(tx: Tx, orderId: string): Promise<CompleteOrder['paid']> {
  const { price } = await tx
    .selectFrom('orders')
    .select('price')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { amount: price, methodDiscount: 0 }
}
