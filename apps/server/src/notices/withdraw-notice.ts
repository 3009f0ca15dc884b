import type { Deps } from '../deps.ts'

/** Takes a notice off every screen, a second later at most. False when the site has no such open notice. */
export async function withdrawNotice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
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
    return numUpdatedRows > 0n
  })
}
