import { type RawBuilder, sql } from 'kysely'

import { listed } from '../../db/list.ts'
import type { StoredLine } from './stored-lines.ts'

/** What the payment method takes off the lines of an order, in yen; `shares` are in the order of `lines`. */
export interface MethodShares {
  readonly orderId: string
  readonly lines: readonly StoredLine[]
  readonly shares: readonly number[]
}

/** Part of a statement: writes them for the orders behind `ready`, a query of ids. */
export function writeMethodShares(
  orders: readonly MethodShares[],
  ready: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = orders.flatMap(({ orderId, lines, shares }) =>
    lines.map(({ kind, position }, index) => ({
      orderId,
      isSet: kind === 'set',
      position,
      share: shares[index] ?? 0,
    })),
  )
  return sql`shared_items as (
    update order_items as i set method_discount = s.share
      from ${listed('s', {
        order_id: ['uuid', rows.map(row => row.orderId)],
        is_set: ['boolean', rows.map(row => row.isSet)],
        position: ['smallint', rows.map(row => row.position)],
        share: ['int', rows.map(row => row.share)],
      })}
     where i.order_id = s.order_id and (i.kind = 'set') = s.is_set and i.position = s.position and s.share > 0
       and i.order_id in (${ready})
  )`
}
