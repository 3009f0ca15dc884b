import type { Tx } from '../../platform/db/database.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { giveBackHolds } from '../../stock/held-stock.ts'
import { lockWithStock } from './end-order.ts'
import { isUnproven } from './hold-times.ts'

/** Gives back what an unproven order holds: it takes its places when its mail address is proved. Any other is left as it is. */
export async function giveUpPlaces(tx: Tx, orderId: string): Promise<void> {
  const order = await lockWithStock(tx, orderId)
  if (order === undefined || order.hasEnded || !isUnproven(order.status)) return
  await giveBackHolds(tx, orderId)
  await tx
    .updateTable('orders')
    .set({ places_at_proof: true, version: VERSION_RAISED })
    .where('id', '=', orderId)
    .execute()
}
