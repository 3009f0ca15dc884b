import { sql } from 'kysely'

import type { Read } from '../../db/database.ts'

/** Ids of orders whose hold has ended and that nobody has marked yet, the oldest first. */
export async function findEndedOrders(read: Read, limit: number): Promise<string[]> {
  const rows = await read
    .selectFrom('orders')
    .select('id')
    // As literals: their index is of these three alone.
    .where(sql<boolean>`status in ('temporary', 'mail_sent', 'ready_checkout')`)
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}
