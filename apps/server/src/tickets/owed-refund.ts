import { sql } from 'kysely'

import { fixed } from '../platform/db/fixed.ts'
/** The refund after a change to a cheaper time. */
export interface OwedRefund {
  /** Yen. */
  readonly amount: number
  readonly state: 'pending' | 'done' | 'failed'
}

/**
 * The refund of the change of time `orders`, as a column of a statement that has it among its tables; null where
 * nothing is owed.
 */
export const OWED_REFUND = fixed(sql<OwedRefund | null>`(
  select json_build_object('amount', q.amount, 'state', case
      when not q.is_spread then 'pending'
      when exists (select from refunds f where f.request_id = q.id and f.state = 'failed') then 'failed'
      when exists (select from refunds f where f.request_id = q.id and f.state <> 'done') then 'pending'
      else 'done' end)
    from refund_requests q where q.order_id = orders.id)`)
