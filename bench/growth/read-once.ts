import type { Database } from '@kippu/server/platform/db/database'
import { sql } from 'kysely'

/** Reads every table and index of a database once, so that the machine has it in memory and no statement waits for the disk. */
export async function readOnce(db: Database): Promise<void> {
  await db.read(async read => {
    await sql`create extension if not exists pg_prewarm`.execute(read)
    await sql`
      select sum(pg_prewarm(c.oid, 'read')) from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'i', 't') and n.nspname in ('public', 'jobs', 'pg_toast')`.execute(read)
  })
}
