import { itemAt } from '@kippu/domain/known'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { listed } from '../../db/list.ts'
import { VERSION_RAISED } from '../../db/version-raised.ts'
import { insertHeldOrders } from '../stock/batch-queries.ts'
import type { Movable } from './find-movable.ts'
import type { PlannedChange } from './plan-change.ts'

export interface WriteChange {
  readonly movable: Movable
  readonly plan: PlannedChange
  readonly holdSeconds: number
}

/**
 * Writes an order that moves a reservation, with the places that it holds. Its buyer is the one of the reservation,
 * whose address is proved, so that it is ready to be paid at once; the mails that the reservation had are counted on.
 * The caller has locked the stock. Answers when the hold ends.
 */
export async function writeChange(tx: Tx, { movable, plan, holdSeconds }: WriteChange): Promise<Date> {
  const { order } = plan
  const begin = await insertHeldOrders(tx, { orders: [order], atProof: [], holdSeconds })
  await sql`
    update orders
       set kind = 'time_change', status = 'ready_checkout', replaces = ${movable.reservationId}::uuid, moves_from = b.id,
           credit = ${plan.paid}, refund_due = ${plan.money.refund}, member_id = b.member_id, customer_info = b.customer_info, email = b.email,
           mails_after_payment = b.mails_after_payment, version = ${VERSION_RAISED}
      from (select id, member_id, customer_info, email, mails_after_payment from orders where id = ${movable.bought.order.id}::uuid) as b
     where orders.id = ${order.id}::uuid`.execute(tx)
  await writeLines(tx, plan)
  await writeCoupons(tx, movable, plan)
  return new Date(begin.getTime() + holdSeconds * 1000)
}

/** The former price of each line and its discounts now, and how its units stand in the stock. */
async function writeLines(tx: Tx, { order, price, formerPrices }: PlannedChange): Promise<void> {
  const lines = [
    ...order.lines.map((_, position) => ({ isSet: false, position, stock: 'held' })),
    ...order.sets.map(({ stock }, position) => ({ isSet: true, position, stock })),
  ]
  await sql`
    update order_items as i
       set stock = l.stock, former_price = l.former_price, coupon_discount = l.coupon
      from ${listed('l', {
        is_set: ['boolean', lines.map(({ isSet }) => isSet)],
        position: ['smallint', lines.map(({ position }) => position)],
        stock: ['text', lines.map(({ stock }) => stock)],
        former_price: ['int', formerPrices],
        coupon: ['int', price.lineDiscounts.map(({ coupon }) => coupon)],
      })}
     where i.order_id = ${order.id}::uuid and (i.kind = 'set') = l.is_set and i.position = l.position`.execute(
    tx,
  )
}

/** The coupons go along; their uses are those of the order that was bought first, and are not counted again. */
async function writeCoupons(
  tx: Tx,
  { bought: { coupons } }: Movable,
  { order, price: { couponDiscounts } }: PlannedChange,
): Promise<void> {
  if (coupons.length === 0) return
  const rows = coupons.map(({ id }, index) => ({
    order_id: order.id,
    coupon_id: id,
    position: index + 1,
    discount: itemAt(couponDiscounts, index),
    is_counted: false,
  }))
  await tx.insertInto('order_coupons').values(rows).execute()
}
