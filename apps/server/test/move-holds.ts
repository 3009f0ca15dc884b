import { sql } from 'kysely'

import type { Tx } from '../src/platform/db/database.ts'
import { lockSpansHeldBy, type PassedHolds, passHolds } from '../src/stock/pass-holds.ts'

/** What a visit that moves does to its stock, in a statement of its own. */
export async function moveHolds(
  tx: Tx,
  { from, to, carried = [] }: Omit<PassedHolds, 'carried'> & Partial<PassedHolds>,
): Promise<void> {
  const parts = [
    lockSpansHeldBy(sql`select ${from}::uuid`),
    passHolds([{ from, to, carried }], sql`select ${to}::uuid`),
  ]
  await sql`with ${sql.join(parts)} select`.execute(tx)
}
