import { sql } from 'kysely'

import { afterSeconds } from '../../db/after-seconds.ts'
import type { Tx } from '../../db/database.ts'

/** Has the refund that is under way looked at within `seconds`, because a webhook event of it arrived. */
export async function wakeRefunds(tx: Tx, attemptId: string, seconds: number): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ check_at: sql<Date>`least(check_at, ${afterSeconds(seconds)})` })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'requested')
    .execute()
}
