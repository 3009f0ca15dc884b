import { canMoveOrder, isBeingPaid } from '@kippu/domain/states/order'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { VERSION_RAISED } from '../../db/version-raised.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { subscribeBuyer } from '../../mail-magazines/subscribe-buyer.ts'
import { findReservationOfOrder, type IssuedReservation } from '../../tickets/find-reservation.ts'
import type { Tokens } from '../../tokens.ts'
import { takeMissingUses } from '../coupons/coupon-uses.ts'
import { findOrderById, lockOrder } from '../life/find-order.ts'
import { issueReservation } from './issue-reservation.ts'
import { keepMethodDiscount } from '../price/method-price.ts'
import { keepOrRetakeHolds, lockSpansOfOrder } from '../stock/held-stock.ts'

export interface CompleteOrder {
  readonly orderId: string
  /** What was paid, and what the payment method had taken off before, in yen; and by which attempt, if any stands behind it. */
  readonly paid: { readonly amount: number; readonly methodDiscount: number; readonly attemptId?: string }
  readonly tokens: Tokens
  readonly jobs: JobQueue
}

/**
 * Completes a paid order: reservation, tickets and completion mail in this transaction (S-1.06). A completed order
 * answers with its reservation. An order that had expired takes its stock and its coupons again (S-2.06). `undefined`, and
 * nothing is changed, when it cannot be completed: the stock is gone, the order ended otherwise, or its price is another
 * one since a payment that was thought to have failed; the money must go back.
 */
export async function completeOrder(
  tx: Tx,
  { orderId, paid, tokens, jobs }: CompleteOrder,
): Promise<IssuedReservation | undefined> {
  const found = await findOrderById(tx, orderId)
  if (found === undefined) return undefined
  // Stock is locked before the order wherever both are needed.
  if (!isBeingPaid(found.status) && found.status !== 'completed') await lockSpansOfOrder(tx, orderId)
  const order = await lockOrder(tx, orderId)
  if (order?.status === 'completed') return findReservationOfOrder(tx, orderId)
  if (order === undefined || !canMoveOrder(order.status, 'completed')) return undefined
  if (order.price !== paid.amount + paid.methodDiscount) return undefined
  if (!(await keepOrRetakeHolds(tx, orderId))) return undefined
  if (order.status === 'expired') await takeMissingUses(tx, orderId)
  await keepMethodDiscount(tx, { orderId, discount: paid.methodDiscount })
  await tx
    .updateTable('orders')
    .set({ status: 'completed', completed_at: sql<Date>`now()`, version: VERSION_RAISED })
    .where('id', '=', orderId)
    .execute()
  const reservation = await issueReservation(tx, {
    orderId,
    siteKey: order.siteKey,
    payment: paid.attemptId === undefined ? null : { attemptId: paid.attemptId, amount: paid.amount },
    tokens,
  })
  await subscribeBuyer(tx, tokens, order)
  await jobs.enqueue(tx, { name: 'send-completion-mail', reservationId: reservation.reservationId })
  return reservation
}
