import type { Read } from '../../platform/db/database.ts'
import { OPEN_STATES } from '../attempts/attempt-queries.ts'

/** Orders that wait for a payment although none is open and none took money: nothing of ours leaves them so. */
export async function findStuckOrders(read: Read, limit: number): Promise<string[]> {
  const rows = await read
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.status', 'in', ['payment_pending', 'payment_3ds'])
    // All that are not over, and so few among all that were ever sold.
    .where('orders.check_at', 'is not', null)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.order_id', '=', 'orders.id')
            .where('payment_attempts.state', 'in', [...OPEN_STATES, 'captured']),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}
