import { sql } from 'kysely'
import * as v from 'valibot'

import type { CostedShop } from './costed-shop.ts'

/** What was written to a table: its rows, and the entries of its indexes. */
export interface TableWrites {
  readonly rows: number
  readonly indexEntries: number
}

const statistics = v.array(
  v.object({
    name: v.string(),
    inserted: v.number(),
    updated: v.number(),
    // No indexed column changed: no index has a new entry.
    hot: v.number(),
    deleted: v.number(),
    indexes: v.number(),
  }),
)

/** Counts what the store writes to each table while `work` runs, which it does `times` over: the mean of one. */
export async function writesDuring(
  shop: Pick<CostedShop, 'own' | 'db'>,
  times: number,
  work: () => Promise<void>,
): Promise<Record<string, TableWrites>> {
  const before = new Map((await readStatistics(shop)).map(table => [table.name, table]))
  for (let done = 0; done < times; done += 1) await work()
  const after = await readStatistics(shop)
  const written = after.map(({ name, indexes, ...now }) => {
    const then = before.get(name)
    const passed = (what: keyof typeof now): number => now[what] - (then?.[what] ?? 0)
    const entries = passed('inserted') + passed('updated') - passed('hot')
    return {
      name,
      rows: (passed('inserted') + passed('updated') + passed('deleted')) / times,
      indexEntries: (entries * indexes) / times,
    }
  })
  return Object.fromEntries(
    written
      .filter(({ rows }) => rows > 0)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, ...writes }) => [name, writes]),
  )
}

async function readStatistics({
  own,
  db,
}: Pick<CostedShop, 'own' | 'db'>): Promise<v.InferOutput<typeof statistics>> {
  // A connection tells of what it has written after a while, or when it is asked to.
  await db.read(read => sql`select pg_stat_force_next_flush()`.execute(read))
  await own.query('select pg_stat_force_next_flush()')
  const { rows } = await own.query(`
    select relname as name, n_tup_ins::float as inserted, n_tup_upd::float as updated, n_tup_hot_upd::float as hot,
           n_tup_del::float as deleted, (select count(*)::float from pg_index where indrelid = relid) as indexes
      from pg_stat_user_tables`)
  return v.parse(statistics, rows)
}
