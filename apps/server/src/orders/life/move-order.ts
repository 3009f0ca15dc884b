import { canMoveOrder, ORDER_STATUSES, type OrderStatus } from '@kippu/domain/states/order'
import { type RawBuilder, sql } from 'kysely'

import { type CountedAddress, keyOfMailbox } from '../../address-proofs/counted-address.ts'
import { noteProofs } from '../../address-proofs/note-proofs.ts'
import { listed } from '../../db/list.ts'
import type { GroupedWrite, Tx, Write } from '../../db/database.ts'
import { grouped } from '../../db/grouped.ts'
import { VERSION_RAISED } from '../../db/version-raised.ts'
import type { OrderRecord } from './find-order.ts'
import { lockOrdersAsRead, writtenOnes } from './lock-as-read.ts'

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

/** A move that was decided on an order as it was read. */
export interface DecidedMove {
  readonly order: Pick<OrderRecord, 'id' | 'status' | 'version'>
  readonly to: OrderStatus
  /** The address that the move proves. */
  readonly proves?: CountedAddress
}

/** @throws for a move that the table of the domain does not allow. */
export function verifyMove({ status }: Pick<OrderRecord, 'status'>, to: OrderStatus): void {
  if (!canMoveOrder(status, to)) throw new Error(`no order moves to ${to} from ${status}`)
}

/** Moves orders that are as they were read, and whose hold has not ended since; `undefined` for any other. */
export const moveOrders: GroupedWrite<DecidedMove, true | undefined> = grouped(moveTogether, {
  keysOf: ({ order, proves }) => [order.id, ...(proves === undefined ? [] : [keyOfMailbox(proves)])],
})

async function moveTogether(write: Write, moves: readonly DecidedMove[]): Promise<Array<true | undefined>> {
  for (const { order, to } of moves) verifyMove(order, to)
  const proofs = moves.flatMap(({ order, proves }) =>
    proves === undefined ? [] : [{ orderId: order.id, address: proves }],
  )
  const { rows } = await sql<{ id: string }>`
    with ${lockOrdersAsRead(
      moves.map(({ order }) => order),
      sql`o.expires_at > now()`,
    )}, moved as (
    update orders o set status = a.status, version = ${VERSION_RAISED}
      from ${listed('a', {
        asked_id: ['uuid', moves.map(({ order }) => order.id)],
        status: ['text', moves.map(({ to }) => to)],
      })}
     where o.id = a.asked_id and o.id in (select id from locked_orders)
    returning o.id
    ), ${noteProofs(proofs, sql`select id from moved`)}
    select id from moved`.execute(write)
  return writtenOnes(moves, rows)
}
