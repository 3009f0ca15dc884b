import { AsyncLocalStorage } from 'node:async_hooks'

import { Kysely, type Transaction } from 'kysely'
import { Pool, types } from 'pg'

import { AwaitingDialect } from './awaiting-dialect.ts'
import { underProgramName } from './program-name.ts'
import type { Schema } from './schema.ts'

/** An open transaction. Every function that locks or writes takes it first, so it cannot be called outside of one. */
export type Tx = Transaction<Schema>

/**
 * A connection, on which each statement sees the newest data, or a transaction. Every function that only reads takes it
 * first.
 */
export type Read = Kysely<Schema>

export interface Database {
  /**
   * Runs `work` in one transaction, READ COMMITTED. A serialization failure or deadlock (40001, 40P01) runs it again,
   * so `work` must have no effect outside the database. No network call inside: see {@link assertNoTransaction}. Throws, and
   * keeps nothing, when a statement is still under way as `work` ends.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs reads outside a transaction: each statement sees the newest data. */
  read<T>(work: (read: Read) => Promise<T>): Promise<T>
  close(): Promise<void>
}

// `date` stays text, yyyy-MM-dd: a Date would bring in the host's time zone.
types.setTypeParser(types.builtins.DATE, text => text)

/** SQLSTATE of a lock that was not to be had in time. */
export const LOCK_TIMED_OUT = '55P03'
/** SQLSTATE of the transaction that the database aborted to end a deadlock. */
export const DEADLOCK = '40P01'
const RETRIED = new Set(['40001', DEADLOCK])
const MOST_TRIES = 5
/** Nobody waits longer than this for a connection: the answer is then `busy`. */
const CONNECT_PATIENCE_MS = 10_000

const insideTransaction = new AsyncLocalStorage<true>()

/** Throws when called inside a transaction: providers and mail servers are never called while one is open. */
export function assertNoTransaction(what: string): void {
  if (insideTransaction.getStore() === true) throw new Error(`${what} inside a database transaction`)
}

export function openDatabase(url: string, options: { readonly poolSize: number }): Database {
  const pool = new Pool({
    connectionString: underProgramName(url),
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
  })
  // An idle connection that breaks is replaced at the next use; without a listener its error would end the process.
  pool.on('error', () => undefined)
  // The same for one that breaks between two statements of a transaction: it is enough that the next statement fails.
  pool.on('connect', client => client.on('error', () => undefined))
  const kysely = new Kysely<Schema>({ dialect: new AwaitingDialect({ pool }) })
  return {
    transaction: work => retried(() => insideTransaction.run(true, () => kysely.transaction().execute(work))),
    read: work => work(kysely),
    close: () => kysely.destroy(),
  }
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === MOST_TRIES || !RETRIED.has(sqlStateOf(error))) throw error
    }
  }
}

/** SQLSTATE of a database error, '' for anything else. */
export function sqlStateOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * SQLSTATEs that mean that the server is unavailable, starting, stopping or full (53, 57P). Of the connection class
 * (08) only those that mean the same: a protocol violation (08P01) is a bug of ours, such as a statement with too many
 * parameters.
 */
const AWAY_STATES = /^(0800[01346]|53\w{3}|57P\w{2})$/
const AWAY_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
/** The messages of `pg` for a connection that ended or could not be opened; it gives them no code. */
const AWAY_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether the same work may succeed when it is repeated: the database was unavailable, or resolved a conflict between
 * two transactions.
 */
export function mayPass(error: unknown): boolean {
  return isDatabaseAway(error) || RETRIED.has(sqlStateOf(error))
}

/**
 * Whether the database could not be reached at all: the visitor is told to come again, and nothing is wrong with the
 * request.
 */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (AWAY_ERRORS.has(state) || AWAY_STATES.test(state)) return true
  return error instanceof Error && AWAY_WORDS.test(error.message)
}
