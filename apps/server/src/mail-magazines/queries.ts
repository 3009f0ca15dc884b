import type { MailMagazine } from '@kippu/contract/mail-magazines'
import { sql } from 'kysely'

import type { Read, Tx } from '../db/database.ts'

export interface NewReader {
  readonly id: string
  readonly siteKey: string
  /** As {@link normaliseAddress} normalises it. */
  readonly email: string
  readonly tokenHash: Buffer
}

/** The id of the reader with an address on a site; creates the reader if there is none. */
export async function keepReader(tx: Tx, { id, siteKey, email, tokenHash }: NewReader): Promise<string> {
  await tx
    .insertInto('magazine_readers')
    .values({ id, site_key: siteKey, email, token_hash: tokenHash })
    .onConflict(conflict => conflict.columns(['site_key', 'email']).doNothing())
    .execute()
  const reader = await tx
    .selectFrom('magazine_readers')
    .select('id')
    .where('site_key', '=', siteKey)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return reader.id
}

export async function upsertSubscriptions(
  tx: Tx,
  readerId: string,
  magazines: readonly MailMagazine[],
): Promise<void> {
  const rows = magazines.map(magazine => ({
    reader_id: readerId,
    field_name: magazine,
    is_subscribed: true,
    changed_at: sql<Date>`now()`,
  }))
  await tx
    .insertInto('magazine_subscriptions')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['reader_id', 'field_name'])
        .doUpdateSet(eb => ({ is_subscribed: true, changed_at: eb.ref('excluded.changed_at') }))
        .where('magazine_subscriptions.is_subscribed', '=', false),
    )
    .execute()
}

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

/** The reader with an address on a site, if they get any magazine. */
export async function findSubscribedReader(
  read: Read,
  { siteKey, email }: { readonly siteKey: string; readonly email: string },
): Promise<string | undefined> {
  const reader = await read
    .selectFrom('magazine_readers')
    .innerJoin('magazine_subscriptions', 'reader_id', 'magazine_readers.id')
    .select('magazine_readers.id')
    .where('site_key', '=', siteKey)
    .where('email', '=', email)
    .where('is_subscribed', '=', true)
    .executeTakeFirst()
  return reader?.id
}
