import { sql } from 'kysely'

import type { Deps } from '../../deps.ts'
import type { Actor } from '../../staff/actor.ts'
import { recordAction } from '../../staff/record-action.ts'

/** Closes a gate: its poster and its devices open nothing from then on. False where it was closed before. */
export async function closeGate(
  { db, clock, actor }: Pick<Deps, 'db' | 'clock'> & { readonly actor: Actor },
  gateId: string,
): Promise<boolean> {
  return db.transaction(async tx => {
    const done = await tx
      .updateTable('gates')
      .set({ closed_at: sql<Date>`now()` })
      .where('id', '=', gateId)
      .where('closed_at', 'is', null)
      .returning('site_key as siteKey')
      .executeTakeFirst()
    if (done === undefined) return false
    const { siteKey } = done
    const action = { permission: 'gate:write', siteKey, verb: 'gates close', subject: gateId } as const
    await recordAction(tx, { clock, actor }, action)
    return true
  })
}
