import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'

/** Empties why these refunds were made, in the words of the staff. @param which a condition on `refunds`. */
export async function emptyRefundWords(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    update refunds set reason = '' where reason <> '' and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
