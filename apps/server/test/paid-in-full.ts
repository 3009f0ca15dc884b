import type { Tx } from '../src/db/database.ts'
import type { CompleteOrder } from '../src/orders/fulfil/complete-order.ts'

/** What somebody pays who pays exactly what an order costs. */
export async function paidInFull(tx: Tx, orderId: string): Promise<CompleteOrder['paid']> {
  const { price } = await tx
    .selectFrom('orders')
    .select('price')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { amount: price, methodDiscount: 0 }
}
