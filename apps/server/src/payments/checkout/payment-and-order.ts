import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import { list } from '../../db/list.ts'
import type { GroupedRead } from '../../db/database.ts'
import { grouped, tried } from '../../db/grouped.ts'
import { type OrderRecord, recordOf, selectOrder } from '../../orders/life/find-order.ts'
import type { IssuedReservation } from '../../tickets/find-reservation.ts'
import { type Attempt, ATTEMPT_COLUMNS, attemptOf } from '../attempts/attempt.ts'

/** A payment, its order, and what the order became. */
export interface PaymentAndOrder {
  readonly attempt: Attempt
  readonly order: OrderRecord
  readonly reservation: ReservationOfPayment | null
}

export interface ReservationOfPayment extends IssuedReservation {
  /** Of the reservation token, in hexadecimal. */
  readonly tokenHash: string
}

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
      jsonObjectFrom(
        eb
          .selectFrom('reservations')
          .select([
            'reservations.id as reservationId',
            'number as reservationNumber',
            sql<string>`encode(reservations.token_hash, 'hex')`.as('tokenHash'),
          ])
          .whereRef('reservations.order_id', '=', 'orders.id'),
      ).as('reservation'),
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
      return { attempt: attemptOf(row.attempt), order: recordOf(row), reservation: row.reservation }
    }),
  )
})
