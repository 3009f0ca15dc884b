import { itemAt } from '@kippu/domain/known'
import type { LineDiscounts } from '@kippu/domain/order-price'
import { type RawBuilder, sql } from 'kysely'

import { listed, type ListedColumns } from '../../platform/db/list.ts'
import type { StoredLine } from './stored-lines.ts'

/** The discounts on the lines of an order, in yen; `shares` are in the order of `lines`. */
interface Shares<Share> {
  readonly orderId: string
  readonly lines: readonly StoredLine[]
  readonly shares: readonly Share[]
}

/** Part of a statement: writes what the payment method takes off, for the orders behind `ready`, a query of ids. */
export function writeMethodShares(
  orders: ReadonlyArray<Shares<number>>,
  ready: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { lines, shares } = listedLines(orders)
  return sql`shared_items as (
    update order_items as i set method_discount = s.share
      from ${listed('s', { ...lines, share: ['int', shares] })}
     where ${IS_SAME_LINE} and s.share > 0 and i.order_id in (${ready})
  )`
}

/** Part of a statement: writes what membership and coupons take off, for the orders behind `ready`, a query of ids. */
export function writePriceShares(
  orders: ReadonlyArray<Shares<Pick<LineDiscounts, 'membership' | 'coupon'>>>,
  ready: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { lines, shares } = listedLines(orders)
  return sql`shared_items as (
    update order_items as i set membership_discount = s.membership, coupon_discount = s.coupon
      from ${listed('s', {
        ...lines,
        membership: ['int', shares.map(share => share.membership)],
        coupon: ['int', shares.map(share => share.coupon)],
      })}
     where ${IS_SAME_LINE} and i.order_id in (${ready})
  )`
}

const IS_SAME_LINE = sql`i.order_id = s.order_id and (i.kind = 'set') = s.is_set and i.position = s.position`

function listedLines<Share>(orders: ReadonlyArray<Shares<Share>>): {
  readonly lines: ListedColumns
  readonly shares: readonly Share[]
} {
  const rows = orders.flatMap(({ orderId, lines, shares }) =>
    lines.map(({ kind, position }, index) => ({ orderId, kind, position, share: itemAt(shares, index) })),
  )
  return {
    lines: {
      order_id: ['uuid', rows.map(row => row.orderId)],
      is_set: ['boolean', rows.map(row => row.kind === 'set')],
      position: ['smallint', rows.map(row => row.position)],
    },
    shares: rows.map(row => row.share),
  }
}
