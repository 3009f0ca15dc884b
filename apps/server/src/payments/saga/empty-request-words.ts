import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'

/** Empties why refunds were asked for, in the words of the staff. @param which a condition on `refund_requests`. */
export async function emptyRequestWords(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    update refund_requests set reason = '' where reason <> '' and is_spread and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
