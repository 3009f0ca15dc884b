import * as v from 'valibot'

import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'

interface NamedNotice {
  readonly siteKey: string
  readonly id: number
}

/** Takes a notice off every screen, a second later at most. False when the site has no such open notice. */
export const withdrawNotice = staffVerb({
  name: 'notices withdraw',
  permission: 'notices:write',
  reach: 'site',
  input: v.object({ ...site, id: v.number() }),
  run: endNotice,
})

function endNotice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { siteKey, id }: NamedNotice,
  act: Act,
): Promise<boolean> {
  return db.transaction(async tx => {
    if (!(await takeOff(tx, { siteKey, id, now: new Date(clock.now()) }))) return false
    await recordAction(tx, act, { subject: String(id) })
    return true
  })
}

/** {@link withdrawNotice}, in a transaction of the caller. */
export async function takeOff(
  tx: Tx,
  { siteKey, id, now }: NamedNotice & { readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notices')
    .set({ withdrawn_at: now })
    .where('site_key', '=', siteKey)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .where('shown_until', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
