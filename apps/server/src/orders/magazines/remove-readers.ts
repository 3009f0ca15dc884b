import { itemAt } from '@kippu/domain/known'
import { sql } from 'kysely'

import type { Read, Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'

/** Removes readers of a site, with what they read. */
export async function removeReaders(
  tx: Tx,
  { siteKey, addresses }: { readonly siteKey: string; readonly addresses: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from magazine_readers
     where site_key = ${siteKey} and email = any(${list('text', addresses)}::text[]) order by id for update`.execute(
    tx,
  )
  return removeByIds(tx, rows)
}

/** Removes readers who have ended all that they read before this moment, at most so many. Returns how many. */
export async function removeEndedReaders(
  tx: Tx,
  { before, most }: { readonly before: Date; readonly most: number },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from magazine_readers reader where ${hasEnded(before)}
     order by id limit ${most} for update skip locked`.execute(tx)
  return removeByIds(tx, rows)
}

export async function countEndedReaders(read: Read, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from magazine_readers reader where ${hasEnded(before)}`.execute(read)
  return itemAt(rows, 0).count
}

const hasEnded = (before: Date) => sql<boolean>`not exists (
  select from magazine_subscriptions s
   where s.reader_id = reader.id and (s.is_subscribed or s.changed_at >= ${before}))`

async function removeByIds(tx: Tx, readers: ReadonlyArray<{ readonly id: string }>): Promise<number> {
  const ids = list(
    'uuid',
    readers.map(({ id }) => id),
  )
  await sql`delete from magazine_subscriptions where reader_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from magazine_readers where id = any(${ids}::uuid[])`.execute(tx)
  return readers.length
}
