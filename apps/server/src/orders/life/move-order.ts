import { canMoveOrder, ORDER_STATUSES, type OrderStatus } from '@kippu/domain/states/order'

import type { Tx } from '../../db/database.ts'
import { VERSION_RAISED } from '../../db/version-raised.ts'

/** One move of an order; `from` narrows what the table of the domain allows, never widens it. */
export interface OrderMove {
  readonly orderId: string
  readonly to: OrderStatus
  readonly from?: readonly OrderStatus[]
}

/**
 * Moves an order if the transition table allows it from where it is now (S-1.11). False: someone else moved it
 * first, so of two callers one wins.
 */
export async function moveOrder(tx: Tx, { orderId, to, from = ORDER_STATUSES }: OrderMove): Promise<boolean> {
  const allowed = from.filter(status => canMoveOrder(status, to))
  if (allowed.length === 0) throw new Error(`no order moves to ${to} from ${from.join(', ')}`)
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ status: to, version: VERSION_RAISED })
    .where('id', '=', orderId)
    .where('status', 'in', allowed)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
