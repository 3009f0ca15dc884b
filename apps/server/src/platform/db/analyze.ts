import { sql } from 'kysely'

import type { Database } from './database.ts'

/**
 * Counts the rows of tables that were filled and never counted: those of a new database. Statements are planned by these counts, and
 * the plan of a prepared one is kept. A table that somebody works on is left to them. Empty tables are left out: the planner assumes some rows until it knows that there are none.
 */
export async function analyzeNewTables(db: Database): Promise<void> {
  await db.read(async read => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_stat_user_tables
      where schemaname = 'public' and last_analyze is null and last_autoanalyze is null
        and pg_relation_size(relid) > 0`.execute(read)
    if (rows.length > 0)
      await sql`analyze (skip_locked) ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(read)
  })
}
