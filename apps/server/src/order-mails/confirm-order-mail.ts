import { isOrderLive } from '@kippu/domain/states/order'

import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import { findOrderByMailToken } from '../orders/life/find-order.ts'
import { moveOrder } from '../orders/life/move-order.ts'

/**
 * The buyer followed the mailed link, on whatever device: the order may be paid (R-7.21, D-16). Repeating it changes
 * nothing, also while the order is being paid; only the newest link works (S-1.02).
 */
export async function confirmOrderMail(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  siteKey: string,
  token: string,
): Promise<{ order_token: string } | Refusal<'session_timeout' | 'record not found'>> {
  return db.transaction(async tx => {
    const order = await findOrderByMailToken(tx, { siteKey, token })
    if (order?.hasEnded === true) return refuse('session_timeout')
    if (order === undefined || !isOrderLive(order.status)) return refuse('record not found')
    await moveOrder(tx, { orderId: order.id, to: 'ready_checkout', from: ['mail_sent'] })
    return { order_token: tokens.derive('order', order.id) }
  })
}
