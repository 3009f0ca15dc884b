import { itemAt } from '@kippu/domain/known'

import type { Tx } from '../../platform/db/database.ts'
import { insertCarriedCoupons } from '../../orders/coupons/coupon-uses.ts'
import { writeAsChange, writeChangedLines } from '../../orders/life/write-as-change.ts'
import { insertHeldOrders } from '../../orders/holds/insert-orders.ts'
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
  const begin = await insertHeldOrders(tx, { orders: [order], later: [], holdSeconds })
  await writeAsChange(tx, {
    orderId: order.id,
    reservationId: movable.reservationId,
    movesFrom: movable.bought.order.id,
    credit: plan.paid,
    refundDue: plan.money.refund,
  })
  await writeLines(tx, plan)
  await writeCoupons(tx, movable, plan)
  return new Date(begin.getTime() + holdSeconds * 1000)
}

/** The former price of each line and its discounts now, and how its units stand in the stock. */
async function writeLines(tx: Tx, { order, price, formerPrices }: PlannedChange): Promise<void> {
  const lines = [
    ...order.lines.map((_, position) => ({ isSet: false, position, stock: 'held' as const })),
    ...order.sets.map(({ stock }, position) => ({ isSet: true, position, stock })),
  ]
  await writeChangedLines(tx, order.id, {
    lines,
    formerPrices,
    coupons: price.lineDiscounts.map(({ coupon }) => coupon),
  })
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
  await insertCarriedCoupons(tx, rows)
}
