import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../db/database.ts'

/**
 * Empties why something was done, in the words of whoever did it; who did what, when and to what stays. @param which a condition on `staff_actions`. @param
 * isWhole also empties the details.
 */
export async function emptyActionWords(
  tx: Tx,
  which: RawBuilder<boolean>,
  isWhole: RawBuilder<boolean>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update staff_actions set reason = null, details = case when ${isWhole} then '{}' else details end
     where (reason is not null or ${isWhole}) and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
