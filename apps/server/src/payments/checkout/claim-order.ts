import { sql } from 'kysely'

import type { GroupedWrite, Write } from '../../db/database.ts'
import { grouped, tried } from '../../db/grouped.ts'
import { lockOrdersAsRead, type OrderAsRead } from '../../orders/life/lock-as-read.ts'
import { claimOrders } from '../../orders/life/payment-steps.ts'
import { lockWholeHolds } from '../../orders/stock/whole-holds.ts'
import { type Attempt, attemptOf } from '../attempts/attempt.ts'
import { insertAttempts, type NewAttempt } from '../attempts/insert-attempts.ts'

/** A payment that was decided on an order as it was read. */
export interface Claim {
  readonly order: OrderAsRead
  /** How many time spans the order wants to hold. */
  readonly spans: number
  readonly attempt: NewAttempt
}

/**
 * Claims orders and writes their attempts, both or neither (S-1.15): of two requests one wins. `undefined` for an order that
 * has changed since it was read, whose hold has ended, or that no longer holds all it wants.
 */
export const claimOrder: GroupedWrite<Claim, Attempt | undefined> = grouped(claimOrdersTogether, {
  keyOf: ({ order }) => order.id,
})

async function claimOrdersTogether(
  write: Write,
  claims: readonly Claim[],
): Promise<Array<Attempt | Error | undefined>> {
  const ready = sql`select order_id from whole_holds`
  const { rows } = await sql<{ id: string }>`
    with ${lockOrdersAsRead(
      claims.map(({ order }) => order),
      sql`o.expires_at > now()`,
    )},
    ${lockWholeHolds(
      claims.map(({ order, spans }) => ({ orderId: order.id, spans })),
      sql`select id from locked_orders`,
    )},
    ${claimOrders(ready)},
    ${insertAttempts(
      claims.map(({ attempt }) => attempt),
      sql`select id from claimed_orders`,
    )}
    table new_attempts`.execute(write)
  const attempts = new Map(rows.map(row => [row.id, tried(() => attemptOf(row))]))
  return claims.map(({ attempt }) => attempts.get(attempt.id))
}
