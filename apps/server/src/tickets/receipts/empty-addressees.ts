import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'

/**
 * Takes the addressee of receipts. Number, date, amounts, tax and issuer stay: they are what the law asks of a simplified qualified invoice, whose
 * recipient need not be named (docs/decisions/0080). @param which a condition on `receipts`.
 */
export async function emptyAddressees(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    update receipts set addressee = '' where addressee <> '' and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
