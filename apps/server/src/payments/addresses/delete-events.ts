import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'

/**
 * Deletes webhook events and returns of browsers; the result of each payment stays in its attempt, its refunds and the ledger, and an event that is delivered again only
 * causes one more query. @param which a condition on `provider_events`.
 */
export async function deleteEvents(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from provider_events where ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
