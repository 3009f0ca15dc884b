import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'

/** Takes a notice off every screen, a second later at most. False when the site has no such open notice. */
export const withdrawNotice = staffVerb({
  name: 'notices withdraw',
  permission: 'notices:write',
  reach: 'site',
  input: v.object({ ...site, id: v.number() }),
  run: endNotice,
})

async function endNotice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { siteKey, id }: { readonly siteKey: string; readonly id: number },
  act: Act,
): Promise<boolean> {
  const now = new Date(clock.now())
  return db.transaction(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('notices')
      .set({ withdrawn_at: now })
      .where('site_key', '=', siteKey)
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .where('shown_until', '>', now)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordAction(tx, act, { subject: String(id) })
    return true
  })
}
