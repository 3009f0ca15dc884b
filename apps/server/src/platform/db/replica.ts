import { itemAt } from '@kippu/domain/known'
import { sql } from 'kysely'

import type { Database } from './database.ts'

/** Writes go to the primary, and what is read comes from a replica that follows it. */
export function readingFrom(replica: Pick<Database, 'read' | 'find'>, primary: Database): Database {
  return { ...primary, read: replica.read, find: replica.find }
}

/** For how many seconds the replica has not shown what the primary shows now; 0 when it has all of that. */
export async function secondsBehind(
  replica: Pick<Database, 'read'>,
  primary: Pick<Database, 'read'>,
): Promise<number> {
  const { rows: written } = await primary.read(read =>
    sql<{ place: string }>`select pg_current_wal_lsn()::text as place`.execute(read),
  )
  const { place } = itemAt(written, 0)
  const { rows: seen } = await replica.read(read =>
    sql<{ seconds: number }>`
      select case when pg_last_wal_replay_lsn() >= ${place}::pg_lsn then 0
                  else greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())) end::float as seconds`.execute(
      read,
    ),
  )
  return itemAt(seen, 0).seconds
}
