import type { Database } from '../../platform/db/database.ts'
import { isOfKey } from '../../platform/idempotency/is-of-key.ts'
import { endOrder } from './end-order.ts'

/**
 * Ends an order that was written without an answer, because nobody knows its token; unless an idempotency key leads to it, by which
 * somebody may have been told of it meanwhile, or will be (decision 78). Such a one ends with its hold.
 */
export function endDoubtful(db: Pick<Database, 'transaction'>, orderId: string): Promise<boolean> {
  return db.transaction(
    async tx => !(await isOfKey(tx, orderId)) && endOrder(tx, { orderId, to: 'cancelled' }),
  )
}
