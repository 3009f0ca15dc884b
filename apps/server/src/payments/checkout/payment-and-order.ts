import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import { fixed } from '../../platform/db/fixed.ts'
import { list } from '../../platform/db/list.ts'
import type { GroupedRead } from '../../platform/db/database.ts'
import { grouped, tried } from '../../platform/db/grouped.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { type OrderRecord, recordOf, selectOrder } from '../../orders/life/find-order.ts'
import { OWED_REFUND, type OwedRefund } from '../../tickets/owed-refund.ts'
import { type Attempt, ATTEMPT_COLUMNS, attemptOf, type ToldReservation } from '../attempts/attempt.ts'

/** A payment, its order, and what the order became. */
export interface PaymentAndOrder {
  readonly attempt: Attempt
  readonly order: OrderRecord
  readonly reservation: ReservationOfPayment | null
  /** The refund after a change to a cheaper time. */
  readonly refund: OwedRefund | null
}

export interface ReservationOfPayment extends ToldReservation {
  /** Its newest completed order. */
  readonly orderId: string
}

/** The reservation that an order made or moves; also after another one has moved it since. */
const RESERVATION_OF_ORDER = sql<string>`coalesce(
  orders.replaces,
  (select r.id from reservations r where r.order_id = orders.id),
  (select p.reservation_id from reservation_payments p join payment_attempts a on a.id = p.attempt_id
    where a.order_id = orders.id limit 1))`

const RESERVATION = fixed(
  jsonObjectFrom(
    expressionBuilder<Schema, 'orders'>()
      .selectFrom('reservations')
      .select([
        'reservations.id',
        'number as reservationNumber',
        'reservations.order_id as orderId',
        sql<string>`encode(reservations.token_hash, 'hex')`.as('tokenHash'),
        'token_generation as tokenGeneration',
      ])
      .where('reservations.id', '=', RESERVATION_OF_ORDER),
  ),
)

/** Reads them by the id of the attempt. @throws when there is none. */
export const paymentAndOrder: GroupedRead<string, PaymentAndOrder> = grouped(async (read, ids) => {
  const rows = await selectOrder(read)
    .select(eb => [
      jsonArrayFrom(
        eb
          .selectFrom('payment_attempts')
          .select(ATTEMPT_COLUMNS)
          .whereRef('order_id', '=', 'orders.id')
          .where('id', '=', sql<string>`any(${list('uuid', ids)}::uuid[])`),
      ).as('attempts'),
      RESERVATION.as('reservation'),
      OWED_REFUND.as('refund'),
    ])
    .where(
      'id',
      '=',
      eb =>
        sql<string>`any(array(${eb
          .selectFrom('payment_attempts')
          .select('order_id')
          .where('payment_attempts.id', '=', sql<string>`any(${list('uuid', ids)}::uuid[])`)}))`,
    )
    .execute()
  const found = new Map(
    rows.flatMap(({ attempts, ...row }) =>
      attempts.map(attempt => [attempt.id, { ...row, attempt }] as const),
    ),
  )
  return ids.map(id =>
    tried(() => {
      const row = found.get(id)
      if (row === undefined) throw new Error('a payment that does not exist')
      const { reservation, refund } = row
      return { attempt: attemptOf(row.attempt), order: recordOf(row), reservation, refund }
    }),
  )
})
