import type { Tx } from '../src/platform/db/database.ts'

/** Makes an order cost nothing, so that `free` pays it. */
export async function takePriceOff(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('orders').set({ price: 0, subtotal: 0 }).where('id', '=', orderId).execute()
  await tx.updateTable('order_items').set({ unit_price: 0 }).where('order_id', '=', orderId).execute()
}
