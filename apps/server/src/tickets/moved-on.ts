import type { OrderRecord } from '../orders/life/find-order.ts'

/**
 * Whether a reservation has been moved by another change since this one: it is neither where this change began nor
 * where it led. Somebody who knows the token or the payment of such a change had a link to the tickets that opens
 * nothing any more, and learns no newer one.
 */
export function hasMovedOn(
  { orderId }: { readonly orderId: string },
  { id, movesFrom }: Pick<OrderRecord, 'id' | 'movesFrom'>,
): boolean {
  return orderId !== id && orderId !== movesFrom
}
