import { holdMayExpire, isOrderLive } from '@kippu/domain/states/order'

import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'
import { findOrderByToken, lockOrder, type OrderRecord } from '../orders/life/find-order.ts'
import { repriceOrder } from '../orders/price/reprice.ts'
import { updateOrderMember } from '../orders/life/update-order-member.ts'
import type { MemberRow } from './find-member.ts'

/** Why a login to an order is refused. */
export type LoginRefusal = Refusal<'membership login failed' | 'session_timeout' | 'invalid order status'>

/** The order of a site to which a member may log in now; an unknown order is answered as a failed login (D-07). */
export async function findOrderToLogInTo(
  { db }: Pick<Deps, 'db'>,
  order: { readonly siteKey: string; readonly token: string },
): Promise<OrderRecord | LoginRefusal> {
  return judge(await db.read(tx => findOrderByToken(tx, order)))
}

/**
 * Logs a member in to an order and applies their promotion to its price (S-5.02). A member without one keeps the
 * promotion that the order was made with (S-5.03), but nothing of a member who was logged in earlier.
 */
export async function bindMember(
  tx: Tx,
  { orderId, member }: { readonly orderId: string; readonly member: MemberRow },
): Promise<{ result: true } | LoginRefusal> {
  const order = judge(await lockOrder(tx, orderId))
  if (isRefusal(order)) return order
  const kept = order.memberId === null ? order.promotionId : null
  await updateOrderMember(tx, { orderId, memberId: member.id, promotionId: member.promotion_id ?? kept })
  await repriceOrder(tx, orderId)
  return { result: true }
}

/** Contents and price of an order that is being paid are frozen (S-1.04). */
function judge(order: OrderRecord | undefined): OrderRecord | LoginRefusal {
  if (order?.hasEnded === true) return refuse('session_timeout')
  if (order === undefined || !isOrderLive(order.status)) return refuse('membership login failed')
  return holdMayExpire(order.status) ? order : refuse('invalid order status')
}
