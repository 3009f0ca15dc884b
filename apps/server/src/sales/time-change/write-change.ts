import { itemAt } from '@kippu/domain/known'
import type { OrderPrice } from '@kippu/domain/order-price'
import { type RawBuilder, sql } from 'kysely'

import type { GroupedWrite, Tx, Write } from '../../platform/db/database.ts'
import { grouped } from '../../platform/db/grouped.ts'
import { type CarriedCoupon, carryCoupons } from '../../orders/coupons/coupon-uses.ts'
import { writeOrders } from '../../orders/holds/insert-orders.ts'
import { lockOrdersAsRead } from '../../orders/life/lock-as-read.ts'
import { askForPlaces, IS_ENOUGH, takePlaces } from '../../stock/batch-queries.ts'
import { lockVisitsAsRead } from '../../tickets/lock-visits.ts'
import type { Movable } from './find-movable.ts'
import type { PlannedChange } from './plan-change.ts'

/** An order that moves a reservation, and the reservation as it was planned for. */
export interface NewChange {
  readonly movable: Pick<Movable, 'reservationId' | 'bought' | 'tickets'>
  readonly plan: Pick<PlannedChange, 'order'> & { readonly price: Pick<OrderPrice, 'couponDiscounts'> }
}

/**
 * Writes changes of reservations of which none is under way, with the places that they hold: all of them or none. Answers when each
 * hold ends; `changed` when a reservation of them is another one since it was read, and `short` when there is not enough for all.
 */
export const insertChange: GroupedWrite<NewChange, Date | 'changed' | 'short'> = grouped(
  async (write, changes) => {
    const { beginsAt, isEnough } = await insertTogether(write, changes, {
      locks: [
        lockOrdersAsRead(
          changes.map(({ movable }) => movable.bought.order),
          IS_ENOUGH,
        ),
        lockVisitsAsRead(
          changes.map(({ movable: { reservationId, bought, tickets } }) => ({
            reservationId,
            orderId: bought.order.id,
            tickets,
          })),
          sql`select id from locked_orders`,
        ),
      ],
      condition: sql`(select count(*) from whole_visits) = ${changes.length}`,
    })
    return changes.map(({ plan }) =>
      beginsAt === null ? (isEnough ? 'changed' : 'short') : endOf(plan, beginsAt),
    )
  },
  { keysOf: ({ movable }) => [movable.reservationId] },
)

/** Whether a change was not written because another one of its reservation came to be under way. */
export function isOtherUnderWay(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'orders_one_change'
}

/** As {@link insertChange}, for one of which everything is locked and judged. */
export async function insertLockedChange(tx: Tx, change: NewChange): Promise<Date> {
  const { beginsAt } = await insertTogether(tx, [change], { locks: [], condition: sql`true` })
  if (beginsAt === null) throw new Error('an insert of a change answered nothing')
  return endOf(change.plan, beginsAt)
}

interface Guards {
  readonly locks: readonly RawBuilder<unknown>[]
  readonly condition: RawBuilder<unknown>
}

interface Inserted {
  /** Null when nothing was written. */
  readonly beginsAt: Date | null
  readonly isEnough: boolean
}

async function insertTogether(
  on: Tx | Write,
  changes: readonly NewChange[],
  { locks, condition }: Guards,
): Promise<Inserted> {
  const orders = changes.map(({ plan }) => plan.order)
  const held = { orders, later: [], holdSeconds: 0 }
  const coupons = changes.flatMap(couponsOf)
  const parts = [
    askForPlaces(orders, condition, locks),
    writeOrders(held),
    takePlaces(held),
    ...(coupons.length > 0 ? [carryCoupons(coupons)] : []),
  ]
  const { rows } = await sql<Inserted>`
    with ${sql.join(parts)}
    select (select begins_at from ending) as "beginsAt", ${IS_ENOUGH} as "isEnough"`.execute(on)
  const [inserted] = rows
  if (inserted === undefined) throw new Error('an insert of changes answered nothing')
  return inserted
}

function couponsOf({ movable: { bought }, plan: { order, price } }: NewChange): CarriedCoupon[] {
  return bought.coupons.map(({ id }, index) => ({
    orderId: order.id,
    couponId: id,
    position: index + 1,
    discount: itemAt(price.couponDiscounts, index),
  }))
}

function endOf({ order }: Pick<PlannedChange, 'order'>, begin: Date): Date {
  return new Date(begin.getTime() + order.holdSeconds * 1000)
}
