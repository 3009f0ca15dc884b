import { Pool } from 'pg'

import { type Patience, withPatience } from './patience.ts'
import { underProgramName } from './program-name.ts'
import { leaveStandby, watchAnswers } from './watch-answers.ts'

export interface PoolOptions {
  /** Connections at most. */
  readonly size: number
  readonly patience: Patience
  /** Called when connections were cut because the database said nothing, with their number. */
  readonly onSilent?: (connections: number) => void
}

export interface WatchedPool {
  readonly pool: Pool
  /** Ends once its connections are given back; one whose database is gone is not waited for. */
  readonly close: () => Promise<void>
}

/** The database answers first: only when it does not is a connection cut. Milliseconds. */
const GRACE_MS = 500
/** A database that has moved, or a balancer before it, is found anew at this age of a connection. Seconds. */
const LIFETIME = 600
/** Before a connection at rest is first asked whether it lives, in ms. */
const KEEP_ALIVE_MS = 10_000

/** A pool of connections to the database none of which is waited for without end. */
export function openPool(
  url: string,
  { size, patience, onSilent = () => undefined }: PoolOptions,
): WatchedPool {
  const pool = new Pool({
    connectionString: withPatience(underProgramName(url), patience),
    max: size,
    connectionTimeoutMillis: patience.connect * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    maxLifetimeSeconds: LIFETIME,
    // A new connection plans each statement anew, which costs more than to run it: who comes after a quiet while finds the old one.
    idleTimeoutMillis: 0,
  })
  // An idle connection that breaks is replaced at the next use; without a listener its error would end the process.
  pool.on('error', () => undefined)
  // The same for one that breaks between two statements of a transaction: it is enough that the next statement fails.
  pool.on('connect', client => client.on('error', () => undefined))
  pool.on('connect', leaveStandby)
  const watch = watchAnswers(pool, { mostMs: patience.statement * 1000 + GRACE_MS, onSilent })
  return {
    pool,
    close: async () => {
      if (!pool.ending) await pool.end()
      watch.stop()
    },
  }
}
