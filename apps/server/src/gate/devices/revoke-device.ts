import { sql } from 'kysely'
import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { uuid } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'

/** Takes a device away from its gate, whether it was enrolled yet or not. False where that was done before. */
export const revokeDevice = staffVerb({
  name: 'gates revoke',
  permission: 'gate:write',
  reach: 'own sites',
  input: v.object({ deviceId: uuid }),
  run: endDevice,
})

async function endDevice(
  { db }: Pick<Deps, 'db'>,
  { deviceId }: { readonly deviceId: string },
  act: Act,
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
    await recordAction(tx, act, { siteKey: done.siteKey, subject: deviceId })
    return true
  })
}
