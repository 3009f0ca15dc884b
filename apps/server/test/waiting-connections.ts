import { sql } from 'kysely'

import type { Database } from '../src/platform/db/database.ts'

/** How many connections to this database wait for a lock. */
export async function countWaiting(db: Database): Promise<number> {
  const { rows } = await db.read(read =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      read,
    ),
  )
  return rows.length
}

/** Resolves once a connection to this database waits for a lock, or it is over anyway. */
export async function untilSomebodyWaits(db: Database, isOver = () => false): Promise<void> {
  let waiting = 0
  while (waiting === 0 && !isOver()) waiting = await countWaiting(db)
}
