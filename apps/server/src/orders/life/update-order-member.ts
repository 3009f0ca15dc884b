import type { Tx } from '../../db/database.ts'
import { VERSION_RAISED } from '../../db/version-raised.ts'

/** Binds a member to an order, with the promotion that the order has from now on; its price is computed anew after that. */
export async function updateOrderMember(
  tx: Tx,
  order: { readonly orderId: string; readonly memberId: string; readonly promotionId: string | null },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ member_id: order.memberId, promotion_id: order.promotionId, version: VERSION_RAISED })
    .where('id', '=', order.orderId)
    .execute()
}
