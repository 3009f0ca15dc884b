import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'

/** Deletes scans that let nobody in: they are for the day itself. @param which a condition on `gate_refusals`. */
export async function deleteRefusals(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from gate_refusals where ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
