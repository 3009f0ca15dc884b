import { sql } from 'kysely'

import type { GroupedWrite, Write } from '../../platform/db/database.ts'
import { grouped, tried } from '../../platform/db/grouped.ts'
import { type ClaimedOrder, claimOrders } from '../../orders/life/payment-steps.ts'
import { type Attempt, attemptOf } from '../attempts/attempt.ts'
import { insertAttempts, type NewAttempt } from '../attempts/insert-attempts.ts'

/** A payment that was decided on an order as it was read. */
export interface Claim extends ClaimedOrder {
  readonly attempt: NewAttempt
}

/**
 * Claims orders and writes their attempts, both or neither: of two requests one wins. `undefined` for an order that has
 * changed since it was read, whose hold has ended, or that no longer holds all it wants.
 */
export const claimOrder: GroupedWrite<Claim, Attempt | undefined> = grouped(claimOrdersTogether, {
  keysOf: ({ order }) => [order.id],
})

async function claimOrdersTogether(
  write: Write,
  claims: readonly Claim[],
): Promise<Array<Attempt | Error | undefined>> {
  const attempts = claims.map(({ attempt }) => attempt)
  const { rows } = await sql<{ id: string }>`
    with ${claimOrders(claims)}, ${insertAttempts(attempts, sql`select id from claimed_orders`)}
    table new_attempts`.execute(write)
  const written = new Map(rows.map(row => [row.id, tried(() => attemptOf(row))]))
  return attempts.map(({ id }) => written.get(id))
}
