import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import { list } from '../../platform/db/list.ts'
import type { GroupedRead, Read } from '../../platform/db/database.ts'
import { grouped, tried } from '../../platform/db/grouped.ts'
import type { PaidOrder } from '../../sales/fulfil/complete-order.ts'
import { recordOf, selectOrder } from '../../orders/life/find-order.ts'
import { HELD_SPANS } from '../../orders/life/payable-order.ts'
import { LINES_OF_ORDER, storedLines } from '../../orders/price/stored-lines.ts'
import { MOVING_RESERVATION, type MovingReservation } from '../../tickets/move.ts'
import { OPEN_STATES } from '../attempts/attempt-queries.ts'

/** An order with its payments. */
export interface OrderAndPayments extends PaidOrder {
  readonly payments: readonly PaymentPlace[]
  /** The reservation that it moves; null for what is not a change of time. */
  readonly moving: MovingReservation | null
}

/** Where a payment is. */
export interface PaymentPlace {
  readonly id: string
  readonly state: string
  readonly operation: string | null
}

/** Reads an order by its id with all that decides whether a payment completes it. @throws when there is none. */
export const orderAndPayments: GroupedRead<string, OrderAndPayments> = grouped(findOrdersAndPayments)

/** As {@link orderAndPayments}, inside of a transaction. */
export async function findOrderAndPayments(read: Read, orderId: string): Promise<OrderAndPayments> {
  const [found] = await findOrdersAndPayments(read, [orderId])
  if (found === undefined || found instanceof Error) throw found ?? new Error('no order')
  return found
}

async function findOrdersAndPayments(
  read: Read,
  orderIds: readonly string[],
): Promise<Array<OrderAndPayments | Error>> {
  const rows = await selectOrder(read)
    .select(eb => [
      LINES_OF_ORDER.as('lines'),
      HELD_SPANS.as('held_spans'),
      jsonArrayFrom(
        eb
          .selectFrom('payment_attempts')
          .select(['payment_attempts.id', 'state', 'operation'])
          .whereRef('order_id', '=', 'orders.id'),
      ).as('payments'),
      MOVING_RESERVATION.as('moving'),
    ])
    .where('id', '=', sql<string>`any(${list('uuid', orderIds)}::uuid[])`)
    .execute()
  const found = new Map(rows.map(row => [row.id, row]))
  return orderIds.map(id =>
    tried(() => {
      const row = found.get(id)
      if (row === undefined) throw new Error('a payment of an order that does not exist')
      const { payments, moving, held_spans: heldSpans } = row
      return { order: recordOf(row), lines: storedLines(row.lines), heldSpans, payments, moving }
    }),
  )
}

/** Whether an order has an open payment beside this one. */
export function hasOtherOpenPayment({ payments }: OrderAndPayments, attemptId: string): boolean {
  const open: readonly string[] = OPEN_STATES
  return payments.some(({ id, state }) => id !== attemptId && open.includes(state))
}
