import type { OrderStatus } from '@kippu/domain/states/order'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { VERSION_RAISED } from '../../db/version-raised.ts'
import { endOrder } from './end-order.ts'
import { lockOrder } from './find-order.ts'
import { endHoldsWithOrder, keepHolds, lockWholeHold } from '../stock/held-stock.ts'
import { moveOrder } from './move-order.ts'

/**
 * What a payment does to its order. Each step runs in the caller's transaction, beside the change of the attempt,
 * and happens only if the order is where the step may begin: of two callers one wins (S-1.11, S-1.15).
 */

/** Hold that is left at least once a payment has begun, in minutes (S-2.05). */
const MINUTES_TO_PAY = 15

/**
 * Claims an order for one payment: `ready_checkout` with a live hold → `payment_pending`. From now on its hold
 * never ends by itself. False: not ready, ended, or another payment was faster.
 */
export async function claimForPayment(tx: Tx, { orderId }: { readonly orderId: string }): Promise<boolean> {
  // The order row decides between two callers; holds and order then change together or not at all.
  const order = await lockOrder(tx, orderId)
  if (order?.status !== 'ready_checkout' || order.hasEnded) return false
  if (!(await lockWholeHold(tx, orderId))) return false
  await keepHolds(tx, orderId)
  await prolongOrder(tx, orderId, MINUTES_TO_PAY)
  return moveOrder(tx, { orderId, to: 'payment_pending', from: ['ready_checkout'] })
}

/**
 * The provider asked for 3-D Secure (S-1.05). The table knows one move from `ready_checkout` to `payment_3ds`; we
 * make it in two, because the order is claimed before the provider is asked. False: no payment is open.
 */
export async function markThreeDSecure(tx: Tx, { orderId }: { readonly orderId: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ status: 'payment_3ds', version: VERSION_RAISED })
    .where('id', '=', orderId)
    .where('status', 'in', BEING_PAID)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * The payment failed and may be tried again: back to `ready_checkout` with at least `minutes` of hold (S-1.12).
 * Call it only once the attempt is fenced. False: no payment is open.
 */
export async function returnToCheckout(
  tx: Tx,
  { orderId, minutes = 5 }: { readonly orderId: string; readonly minutes?: number },
): Promise<boolean> {
  if (!(await moveOrder(tx, { orderId, to: 'ready_checkout', from: BEING_PAID }))) return false
  await prolongOrder(tx, orderId, minutes)
  await endHoldsWithOrder(tx, orderId)
  return true
}

/** Ends an order whose attempt is fenced or refunded; its stock goes back now. False: it is not where this may begin. */
export async function abandonOrder(
  tx: Tx,
  {
    orderId,
    status,
  }: { readonly orderId: string; readonly status: 'expired' | 'refunded' | 'refund_failed' },
): Promise<boolean> {
  return endOrder(tx, { orderId, to: status, from: ABANDONED_FROM[status] })
}

const BEING_PAID = ['payment_pending', 'payment_3ds'] as const satisfies readonly OrderStatus[]

const ABANDONED_FROM = {
  expired: BEING_PAID,
  refunded: [...BEING_PAID, 'expired'],
  refund_failed: [...BEING_PAID, 'expired'],
} as const satisfies Record<string, readonly OrderStatus[]>

/** Moves the end of an order to at least `minutes` from now, never nearer. */
async function prolongOrder(tx: Tx, orderId: string, minutes: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      expires_at: sql<Date>`greatest(expires_at, now() + make_interval(mins => ${minutes}))`,
      version: VERSION_RAISED,
    })
    .where('id', '=', orderId)
    .execute()
}
