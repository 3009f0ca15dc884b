import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { listed } from '../../platform/db/list.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import type { LineStock } from '../../stock/line-stock.ts'

/** An order that moves a reservation. Money is whole yen. */
export interface OrderOfChange {
  readonly orderId: string
  readonly reservationId: string
  /** The order whose visit moves. */
  readonly movesFrom: string
  readonly credit: number
  readonly refundDue: number
}

/** Makes a new order a change of time: its buyer is that of the order whose visit moves, and it is ready to be paid. */
export async function writeAsChange(
  tx: Tx,
  { orderId, reservationId, movesFrom, credit, refundDue }: OrderOfChange,
): Promise<void> {
  await sql`
    update orders
       set kind = 'time_change', status = 'ready_checkout', replaces = ${reservationId}::uuid, moves_from = b.id,
           credit = ${credit}, refund_due = ${refundDue}, member_id = b.member_id, customer_info = b.customer_info, email = b.email,
           mails_after_payment = b.mails_after_payment, version = ${VERSION_RAISED}
      from (select id, member_id, customer_info, email, mails_after_payment from orders where id = ${movesFrom}::uuid) as b
     where orders.id = ${orderId}::uuid`.execute(tx)
}

/** The lines of a change, with what each cost before and what coupons take off it now, in yen. */
export interface ChangedLines {
  readonly lines: ReadonlyArray<{
    readonly isSet: boolean
    readonly position: number
    readonly stock: LineStock
  }>
  readonly formerPrices: readonly number[]
  readonly coupons: readonly number[]
}

export async function writeChangedLines(
  tx: Tx,
  orderId: string,
  { lines, formerPrices, coupons }: ChangedLines,
): Promise<void> {
  await sql`
    update order_items as i
       set stock = l.stock, former_price = l.former_price, coupon_discount = l.coupon
      from ${listed('l', {
        is_set: ['boolean', lines.map(({ isSet }) => isSet)],
        position: ['smallint', lines.map(({ position }) => position)],
        stock: ['text', lines.map(({ stock }) => stock)],
        former_price: ['int', formerPrices],
        coupon: ['int', coupons],
      })}
     where i.order_id = ${orderId}::uuid and (i.kind = 'set') = l.is_set and i.position = l.position`.execute(
    tx,
  )
}
