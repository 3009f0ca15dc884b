import type { MailMagazine } from '@kippu/contract/mail-magazines'

import type { Read } from '../db/database.ts'
import { assertMayDo } from '../staff/actor.ts'
import { type ActionDeps, recordAlone } from '../staff/record-action.ts'

export interface MagazineReader {
  readonly email: string
  readonly magazine: string
  readonly since: Date
}

/** Everybody who gets the magazines of a site now, or one of them, by address; the log keeps who took the list out. */
export async function listReaders(
  deps: ActionDeps,
  { siteKey, magazine }: { readonly siteKey: string; readonly magazine: MailMagazine | null },
): Promise<readonly MagazineReader[]> {
  assertMayDo(deps.actor, 'members:write', siteKey)
  const found = await deps.db.read(read => selectReaders(read, { siteKey, magazine }))
  await recordAlone(deps, {
    permission: 'members:write',
    siteKey,
    verb: 'magazine list',
    subject: magazine ?? 'all',
    details: { readers: found.length },
  })
  return found
}

function selectReaders(
  read: Read,
  { siteKey, magazine }: { readonly siteKey: string; readonly magazine: MailMagazine | null },
): Promise<MagazineReader[]> {
  let query = read
    .selectFrom('magazine_readers')
    .innerJoin('magazine_subscriptions', 'reader_id', 'magazine_readers.id')
    .select(['email', 'field_name as magazine', 'changed_at as since'])
    .where('site_key', '=', siteKey)
    .where('is_subscribed', '=', true)
  if (magazine !== null) query = query.where('field_name', '=', magazine)
  return query.orderBy('email').orderBy('field_name').execute()
}
