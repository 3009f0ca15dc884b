import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'

/** Empties why scans were undone, in the words of the staff. @param which a condition on `check_ins`. */
export async function emptyUndoneWords(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    update check_ins set undone_reason = '' where undone_reason <> '' and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
