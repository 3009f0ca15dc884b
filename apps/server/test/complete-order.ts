import { isBeingPaid } from '@kippu/domain/states/order'
import { sql } from 'kysely'

import type { Tx } from '../src/db/database.ts'
import type { JobQueue } from '../src/jobs/queue.ts'
import {
  completionOf,
  judgeCompletion,
  lockCompletions,
  type PaidAmount,
  writeCompletions,
} from '../src/orders/fulfil/complete-order.ts'
import { retakeOrder } from '../src/orders/fulfil/retake-order.ts'
import { lockWithStock } from '../src/orders/life/end-order.ts'
import { findOrderAndPayments } from '../src/payments/saga/paid-order.ts'
import type { IssuedReservation } from '../src/tickets/find-reservation.ts'
import { findReservationOfOrder } from './find-reservation-of-order.ts'
import type { Tokens } from '../src/tokens.ts'

export interface CompleteOrder {
  readonly orderId: string
  readonly paid: PaidAmount
  readonly tokens: Tokens
  readonly jobs: JobQueue
}

/** Completes a paid order as a payment does, without one. `undefined`: it cannot be completed. */
export async function completeOrder(
  tx: Tx,
  { orderId, paid, ...deps }: CompleteOrder,
): Promise<IssuedReservation | undefined> {
  const order = await lockWithStock(tx, orderId)
  if (order === undefined) return undefined
  const { status } = order
  if (status === 'completed') return findReservationOfOrder(tx, orderId)
  if (judgeCompletion(await findOrderAndPayments(tx, orderId), paid) === 'never') return undefined
  if (!isBeingPaid(status) && !(await retakeOrder(tx, order))) return undefined
  const completion = completionOf(deps, await findOrderAndPayments(tx, orderId), paid)
  await sql`
    with ${lockCompletions([completion], sql`true`)},
      ${writeCompletions([completion], sql`select order_id from whole_holds`)}
    select 1`.execute(tx)
  return findReservationOfOrder(tx, orderId)
}
