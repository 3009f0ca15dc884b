import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { OPEN_STATES } from '../attempts/attempt-queries.ts'

/** Orders that wait for a payment although none is open and none took money: nothing of ours leaves them so. */
export async function findStuckOrders(read: Read, limit: number): Promise<string[]> {
  const rows = await read
    .selectFrom('orders')
    .select('orders.id')
    // As literals: their index is of these two alone.
    .where(sql<boolean>`orders.status in ('payment_pending', 'payment_3ds')`)
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
