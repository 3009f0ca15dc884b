import type { Database } from '@kippu/server/platform/db/database'
import { sql } from 'kysely'

import type { Trees } from './compare.ts'

interface Index {
  readonly name: string
  readonly table: string
  /** Pages between the root of its tree and a leaf. */
  readonly level: number
}

/** How much deeper the trees of the indexes are in the large database: each search of one touches that many pages more. */
export async function readTrees(small: Database, large: Database): Promise<Trees> {
  const [few, many] = [await readIndexes(small), await readIndexes(large)]
  const deeper = many.map(({ name, table, level }) => ({
    name,
    table,
    by: Math.max(0, level - (few.find(one => one.name === name)?.level ?? level)),
  }))
  const sum = (list: readonly { readonly by: number }[]): number =>
    list.reduce((total, { by }) => total + by, 0)
  return {
    deeperBy: index => sum(deeper.filter(({ name }) => name === index)),
    deeperInsertBy: table => sum(deeper.filter(one => one.table === table)),
  }
}

async function readIndexes(db: Database): Promise<readonly Index[]> {
  await db.read(read => sql`create extension if not exists pageinspect`.execute(read))
  const { rows } = await db.read(read =>
    sql<Index>`
      select c.relname as name, t.relname as table, (bt_metap(c.oid::regclass::text)).fastlevel::int as level
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
        join pg_am a on a.oid = c.relam join pg_namespace n on n.oid = c.relnamespace
       where a.amname = 'btree' and c.relkind = 'i' and n.nspname in ('public', 'jobs')`.execute(read),
  )
  return rows
}
