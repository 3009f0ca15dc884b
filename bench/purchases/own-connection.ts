import pg from 'pg'

import { usedMs } from '../../tools/test/cpu-time.ts'

/** A connection of the benchmark to a measured database: what it costs is counted, to be left out. */
export interface OwnConnection {
  query(statement: pg.QueryConfig): Promise<readonly unknown[]>
  /** Statements so far, each with a commit of its own. */
  readonly count: () => number
  /** The time that the database's process for it has used, in ms of one core. */
  readonly usedMs: () => number
  stop(): Promise<void>
}

/** Tells our connections from those of the store. */
export const OWN_NAME = 'bench'

export async function openOwnConnection(url: string): Promise<OwnConnection> {
  // One connection for all time, for which statements wait in turn.
  const pool = new pg.Pool({
    connectionString: url,
    application_name: OWN_NAME,
    max: 1,
    idleTimeoutMillis: 0,
  })
  // A database that stops ends the connection while nobody waits for it: it is enough that the next statement fails.
  pool.on('error', () => undefined)
  let count = 0
  const query = async (statement: pg.QueryConfig): Promise<readonly unknown[]> => {
    count += 1
    const { rows } = await pool.query<Record<string, unknown>>(statement)
    return rows
  }
  const [first] = await query({ text: 'select pg_backend_pid() as pid' })
  const pid = Number(Object(first).pid)
  return { query, count: () => count, usedMs: () => usedMs(pid), stop: () => pool.end() }
}
