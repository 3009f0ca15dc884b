import type { MailMagazine } from '@kippu/contract/mail-magazines'
import * as v from 'valibot'

import type { Database, Read } from '../../platform/db/database.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAlone } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { MAGAZINES } from './magazines.ts'

export interface MagazineReader {
  readonly email: string
  readonly magazine: string
  readonly since: Date
}

/** Everybody who gets the magazines of a site now, or one of them, by address; the log keeps who took the list out. */
export const listReaders = staffVerb({
  name: 'magazine list',
  permission: 'magazine:read',
  reach: 'site',
  input: v.object({ ...site, magazine: v.nullable(v.picklist(MAGAZINES)) }),
  run: async ({ db }: { readonly db: Database }, asked: AskedReaders, act: Act) => {
    const found = await db.read(read => selectReaders(read, asked))
    await recordAlone(db, act, { subject: asked.magazine ?? 'all', details: { readers: found.length } })
    return found
  },
})

interface AskedReaders {
  readonly siteKey: string
  /** Null: of all. */
  readonly magazine: MailMagazine | null
}

function selectReaders(read: Read, { siteKey, magazine }: AskedReaders): Promise<MagazineReader[]> {
  let query = read
    .selectFrom('magazine_readers')
    .innerJoin('magazine_subscriptions', 'reader_id', 'magazine_readers.id')
    .select(['email', 'field_name as magazine', 'changed_at as since'])
    .where('site_key', '=', siteKey)
    .where('is_subscribed', '=', true)
  if (magazine !== null) query = query.where('field_name', '=', magazine)
  return query.orderBy('email').orderBy('field_name').execute()
}
