import { AsyncLocalStorage } from 'node:async_hooks'

import { Kysely, type Transaction } from 'kysely'
import { types } from 'pg'

import { AwaitingDialect } from './awaiting-dialect.ts'
import type { Grouped } from './grouped.ts'
import { openPool, type PoolOptions } from './open-pool.ts'
import { FOR_VISITORS, type Patience } from './patience.ts'
import { prepareStatements } from './prepared-statements.ts'
import type { Schema } from './schema.ts'
import { retryConflicts } from './retry-conflicts.ts'

/**
 * An open transaction. Every function that locks or writes takes it first, so it cannot be called outside of one; what does all in
 * one statement takes a {@link Write}.
 */
export type Tx = Transaction<Schema>

/**
 * A connection, on which each statement sees the newest data, or a transaction. Every function that only reads takes it
 * first.
 */
export type Read = Kysely<Schema>

/** A connection on which one statement is a transaction of its own. Only {@link Database.write} gives it out. */
export type Write = Kysely<Schema> & { readonly commitsEachStatement: true }

/** A read that many share: everybody who asks at the same time is answered by one statement. */
export type GroupedRead<Question, Found> = Grouped<Read, Question, Found>

/**
 * A write that many share, in one statement with one commit. It locks rows in one order, attempts, time spans,
 * orders, holds, coupons, each by their ids, so that two groups never wait for each other in a circle.
 */
export type GroupedWrite<Change, Written> = Grouped<Write, Change, Written>

export interface Database {
  /**
   * Runs `work` in one transaction, READ COMMITTED. A serialization failure or deadlock (40001, 40P01) runs it again,
   * so `work` must have no effect outside the database. No network call inside: see {@link assertNoTransaction}. Throws, and
   * keeps nothing, when a statement is still under way as `work` ends.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs reads outside a transaction: each statement sees the newest data. */
  read<T>(work: (read: Read) => Promise<T>): Promise<T>
  /** Asks one question of a grouped read. Never inside a transaction. */
  find<Question, Found>(read: GroupedRead<Question, Found>, question: Question): Promise<Found>
  /** Makes one change by a grouped write. Never inside a transaction. */
  write<Change, Written>(write: GroupedWrite<Change, Written>, change: Change): Promise<Written>
  /** The connections of its pool, and the work that waits for one. */
  pool(): { readonly busy: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

// `date` stays text, yyyy-MM-dd: a Date would bring in the host's time zone.
types.setTypeParser(types.builtins.DATE, text => text)
// Eight bytes are numbers, as four are: none of ours is beyond what a number holds.
types.setTypeParser(types.builtins.INT8, Number)

const insideTransaction = new AsyncLocalStorage<true>()

/** Throws when called inside a transaction: providers and mail servers are never called while one is open. */
export function assertNoTransaction(what: string): void {
  if (insideTransaction.getStore() === true) throw new Error(`${what} inside a database transaction`)
}

export interface DatabaseOptions extends Pick<PoolOptions, 'onSilent'> {
  readonly poolSize: number
  /** Default {@link FOR_VISITORS}: who waits longer is told `busy`. */
  readonly patience?: Patience
  /** `false` for a pooler that gives each transaction another connection and knows no prepared statements. */
  readonly prepared?: boolean
}

export function openDatabase(
  url: string,
  { poolSize, patience = FOR_VISITORS, prepared = true, ...watched }: DatabaseOptions,
): Database {
  const { pool, close } = openPool(url, { size: poolSize, patience, ...watched })
  if (prepared) pool.on('connect', prepareStatements)
  const kysely = new Kysely<Schema>({ dialect: new AwaitingDialect({ pool }) })
  const write: Write = Object.assign(kysely, { commitsEachStatement: true } as const)
  return {
    transaction: work =>
      retryConflicts(() => insideTransaction.run(true, () => kysely.transaction().execute(work))),
    read: work => work(kysely),
    find: (grouped, question) => {
      assertNoTransaction('a grouped read')
      return grouped.queueOn(kysely)(question)
    },
    write: (grouped, change) => {
      assertNoTransaction('a grouped write')
      return grouped.queueOn(write)(change)
    },
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await kysely.destroy()
      await close()
    },
  }
}
