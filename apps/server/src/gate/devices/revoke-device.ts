import { sql } from 'kysely'

import type { Deps } from '../../deps.ts'

/** Takes a device away from its gate, whether it was enrolled yet or not. False where that was done before. */
export async function revokeDevice({ db }: Pick<Deps, 'db'>, deviceId: string): Promise<boolean> {
  const { numUpdatedRows } = await db.transaction(tx =>
    tx
      .updateTable('gate_devices')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', '=', deviceId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}
