import type { Deps } from '../deps.ts'
import type { Actor } from '../staff/actor.ts'
import { recordAction } from '../staff/record-action.ts'

/** Takes a notice off every screen, a second later at most. False when the site has no such open notice. */
export async function withdrawNotice(
  { db, clock, actor }: Pick<Deps, 'db' | 'clock'> & { readonly actor: Actor },
  { siteKey, id }: { readonly siteKey: string; readonly id: number },
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
    const action = {
      permission: 'notices:write',
      siteKey,
      verb: 'notices withdraw',
      subject: String(id),
    } as const
    await recordAction(tx, { clock, actor }, action)
    return true
  })
}
