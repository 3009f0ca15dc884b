import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { endOrder } from './end-order.ts'
import { findOrderByToken } from './find-order.ts'

/** Gives held tickets back at once. An order that is being paid stays: its payment decides what becomes of it. */
export async function deleteOrder(
  { db }: Pick<Deps, 'db'>,
  siteKey: string,
  token: string,
): Promise<undefined | Refusal<'session_timeout' | 'record not found' | 'invalid order status'>> {
  return db.transaction(async tx => {
    const order = await findOrderByToken(tx, { siteKey, token })
    if (order === undefined) return refuse('record not found')
    if (order.hasEnded) return refuse('session_timeout')
    return (await endOrder(tx, { orderId: order.id, to: 'cancelled' }))
      ? undefined
      : refuse('invalid order status')
  })
}
