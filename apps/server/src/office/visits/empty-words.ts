import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'

/** Empties why visits were cancelled, in the words of the staff. @param which a condition on `visit_cancellations`. */
export async function emptyCancellationWords(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    update visit_cancellations set reason = '' where reason <> '' and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
