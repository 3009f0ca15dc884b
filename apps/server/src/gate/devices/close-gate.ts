import { sql } from 'kysely'
import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { uuid } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'

/** Closes a gate: its poster and its devices open nothing from then on. False where it was closed before. */
export const closeGate = staffVerb({
  name: 'gates close',
  permission: 'gate:write',
  reach: 'own sites',
  input: v.object({ gateId: uuid }),
  run: endGate,
})

async function endGate(
  { db }: Pick<Deps, 'db'>,
  { gateId }: { readonly gateId: string },
  act: Act,
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
    await recordAction(tx, act, { siteKey: done.siteKey, subject: gateId })
    return true
  })
}
