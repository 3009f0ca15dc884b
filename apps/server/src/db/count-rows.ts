import { itemAt } from '@kippu/domain/known'
import { type RawBuilder, sql } from 'kysely'

import type { Read } from './database.ts'

/** How many rows there are of a table: `countRows(read, sql`tickets where uid is null`)`. */
export async function countRows(read: Read, rows: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*)::integer as count from ${rows}`.execute(read)
  return itemAt(counted.rows, 0).count
}
