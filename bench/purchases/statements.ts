import type { Database } from '@kippu/server/db/database'
import { sql } from 'kysely'

/** The database's work for one purchase, on average, including its mails. */
export interface Statements {
  readonly statements: number
  readonly commits: number
  readonly executionMs: number
  readonly walKilobytes: number
  /** The statements that took most of the time. */
  readonly top: readonly Statement[]
}

interface Statement {
  readonly query: string
  readonly calls: number
  readonly ms: number
}

const MOST_ROWS = 12

export async function countStatements(db: Database, track: 'top' | 'none'): Promise<void> {
  await db.read(async tx => {
    await sql`alter system set "pg_stat_statements.track" = ${sql.lit(track)}`.execute(tx)
    await sql`select pg_reload_conf()`.execute(tx)
    if (track === 'top') await sql`select pg_stat_statements_reset()`.execute(tx)
  })
}

interface Row {
  readonly query: string
  readonly calls: number
  readonly ms: number
  readonly wal: number
}

export async function readStatements(db: Database, purchases: number): Promise<Statements> {
  const { rows } = await db.read(tx =>
    sql<Row>`
      select query, calls::float as calls, total_exec_time as ms, wal_bytes::float as wal
      from pg_stat_statements
      where query !~ 'bench_id|pg_stat_|pg_reload_conf' order by total_exec_time desc`.execute(tx),
  )
  const sum = (value: (row: Row) => number): number => rows.reduce((total, row) => total + value(row), 0)
  const each = (value: number): number => Math.round((value / purchases) * 1000) / 1000
  const isCommit = ({ query }: Row): boolean => /^commit/i.test(query)
  return {
    statements: each(sum(({ calls }) => calls)),
    commits: each(sum(row => (isCommit(row) ? row.calls : 0))),
    executionMs: each(sum(({ ms }) => ms)),
    walKilobytes: each(sum(({ wal }) => wal) / 1024),
    top: rows.slice(0, MOST_ROWS).map(({ query, calls, ms }) => ({
      query: query.replaceAll(/\s+/g, ' ').slice(0, 200),
      calls: each(calls),
      ms: each(ms),
    })),
  }
}
