import { sql } from 'kysely'

import type { Deps } from '../../deps.ts'
import type { Actor } from '../../staff/actor.ts'
import { recordAction } from '../../staff/record-action.ts'

/** Takes a device away from its gate, whether it was enrolled yet or not. False where that was done before. */
export async function revokeDevice(
  { db, clock, actor }: Pick<Deps, 'db' | 'clock'> & { readonly actor: Actor },
  deviceId: string,
): Promise<boolean> {
  return db.transaction(async tx => {
    const done = await tx
      .updateTable('gate_devices')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', '=', deviceId)
      .where('revoked_at', 'is', null)
      .returning('site_key as siteKey')
      .executeTakeFirst()
    if (done === undefined) return false
    const { siteKey } = done
    const action = { permission: 'gate:write', siteKey, verb: 'gates revoke', subject: deviceId } as const
    await recordAction(tx, { clock, actor }, action)
    return true
  })
}
