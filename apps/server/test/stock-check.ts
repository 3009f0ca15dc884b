import { sql } from 'kysely'

import type { Database, Tx } from '../src/platform/db/database.ts'

/** Takes the check away with which the database refuses to sell more places than there are. */
export function dropStockCheck(db: Database): Promise<void> {
  return db.transaction(dropStockCheckIn)
}

/** As {@link dropStockCheck}, until the transaction is undone. */
export async function dropStockCheckIn(tx: Tx): Promise<void> {
  const { rows } = await sql<{ conname: string }>`
    select conname from pg_constraint
    where conrelid = 'time_spans'::regclass and pg_get_constraintdef(oid) like '%taken%'`.execute(tx)
  for (const { conname } of rows)
    await sql`alter table time_spans drop constraint ${sql.id(conname)}`.execute(tx)
}
