import type { MailMagazine } from '@kippu/contract/mail-magazines'
import { sql } from 'kysely'

import type { Read, Tx } from '../../platform/db/database.ts'

export async function findReaderByTokenHash(
  read: Read,
  { siteKey, tokenHash }: { readonly siteKey: string; readonly tokenHash: Buffer },
): Promise<string | undefined> {
  const reader = await read
    .selectFrom('magazine_readers')
    .select('id')
    .where('site_key', '=', siteKey)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return reader?.id
}

/** Magazines that a reader gets. */
export async function listSubscribed(read: Read, readerId: string): Promise<string[]> {
  const rows = await read
    .selectFrom('magazine_subscriptions')
    .select('field_name')
    .where('reader_id', '=', readerId)
    .where('is_subscribed', '=', true)
    .execute()
  return rows.map(row => row.field_name)
}

/** False when the reader did not get the magazine. */
export async function endSubscription(tx: Tx, readerId: string, magazine: MailMagazine): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('magazine_subscriptions')
    .set({ is_subscribed: false, changed_at: sql<Date>`now()` })
    .where('reader_id', '=', readerId)
    .where('field_name', '=', magazine)
    .where('is_subscribed', '=', true)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
