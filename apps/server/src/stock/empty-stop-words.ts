import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../platform/db/database.ts'

/** Empties why a sale was stopped, in the words of the staff. @param which a condition on `time_spans`. */
export async function emptyStopWords(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    update time_spans set stop_reason = null where stop_reason is not null and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
