import { sql } from 'kysely'

import type { Deps } from '../../deps.ts'

/** Closes a gate: its poster and its devices open nothing from then on. False where it was closed before. */
export async function closeGate({ db }: Pick<Deps, 'db'>, gateId: string): Promise<boolean> {
  const { numUpdatedRows } = await db.transaction(tx =>
    tx
      .updateTable('gates')
      .set({ closed_at: sql<Date>`now()` })
      .where('id', '=', gateId)
      .where('closed_at', 'is', null)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}
