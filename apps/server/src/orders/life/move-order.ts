import { canMoveOrder, ORDER_STATUSES, type OrderStatus } from '@kippu/domain/states/order'
import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import type { OrderRecord } from './find-order.ts'

/** One move of an order; `from` narrows what the table of the domain allows, never widens it. */
export interface OrderMove {
  readonly orderId: string
  readonly to: OrderStatus
  readonly from?: readonly OrderStatus[]
}

/**
 * Moves an order if the transition table allows it from where it is now. False: someone else moved it first, so of two
 * callers one wins.
 */
export async function moveOrder(tx: Tx, { orderId, to, from = ORDER_STATUSES }: OrderMove): Promise<boolean> {
  const allowed = from.filter(status => canMoveOrder(status, to))
  if (allowed.length === 0) throw new Error(`no order moves to ${to} from ${from.join(', ')}`)
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ status: to, version: VERSION_RAISED })
    .where('id', '=', orderId)
    .where(isOneOf(allowed))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Whether an order, which is found by its id, is in one of these states. Written so that no index of open orders is chosen for
 * it: there are more of them than of one id.
 */
export function isOneOf(statuses: readonly OrderStatus[]): RawBuilder<boolean> {
  return sql<boolean>`(status in (${sql.join(statuses.map(status => sql.lit(status)))})) is true`
}

/** @throws for a move that the table of the domain does not allow. */
export function verifyMove({ status }: Pick<OrderRecord, 'status'>, to: OrderStatus): void {
  if (!canMoveOrder(status, to)) throw new Error(`no order moves to ${to} from ${status}`)
}
