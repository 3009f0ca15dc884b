import type { Read } from '../db/database.ts'

/** Whether a key leads to what is made with this id: a repeated request is answered about that. */
export async function isOfKey(read: Read, subject: string): Promise<boolean> {
  const row = await read
    .selectFrom('idempotency_keys')
    .select('subject')
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row !== undefined
}
