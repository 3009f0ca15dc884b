import { epochMsOf } from '@kippu/domain/jst-date'
import { SITE_KEYS, siteOf } from '@kippu/sites/registry'
import type { FastifyInstance } from 'fastify'

import { createApp } from '../src/app.ts'
import type { Clock } from '../src/clock.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import type { Deps } from '../src/deps.ts'
import { type Env, parseEnv } from '../src/env.ts'
import { createLog } from '../src/http/request-log.ts'
import { createSiteDirectory } from '../src/http/sites.ts'
import type { Job } from '../src/jobs/queue.ts'
import { createTokens } from '../src/tokens.ts'
import { createTestDatabase } from './database.ts'

/** The day all tests live in, in Japan: a Saturday. */
export const TEST_TODAY = '2026-11-21'

/** A clock that stands still until it is set. */
export interface TestClock extends Clock {
  /** To a date-time in +09:00. */
  set(jstDateTime: string): void
  advance(ms: number): void
}

export interface TestAppOptions {
  /** Variables beside the least that the server needs. */
  readonly variables?: Readonly<Record<string, string>>
  /** Parts to be put in place of the usual ones, built from them. */
  readonly replace?: (deps: Deps) => Partial<Deps>
}

export interface TestApp {
  /** Answers `inject`, and may listen. */
  readonly app: FastifyInstance
  readonly deps: Deps
  readonly db: Database
  readonly clock: TestClock
  /** Address of the database, for a second pool or process. */
  readonly databaseUrl: string
  /** Jobs that were queued, in order. */
  readonly jobs: readonly Job[]
  /** Closes the app and removes its database. */
  close(): Promise<void>
}

/** The whole server on a database of its own, with the demo catalogue around {@link TEST_TODAY}. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const env = testEnv({ DATABASE_URL: database.url, ...options.variables })
  const db = openDatabase(database.url, { poolSize: env.dbPoolSize })
  const clock = createTestClock(`${TEST_TODAY}T10:00:00+09:00`)
  const jobs: Job[] = []
  const usual: Deps = {
    env,
    db,
    clock,
    tokens: createTokens(env.secretKey),
    sites: createSiteDirectory(env, SITE_KEYS.map(siteOf)),
    log: createLog(env.logLevel),
    jobs: {
      enqueue: async (_tx, job) => {
        jobs.push(job)
      },
    },
    holds: {
      take: async () => {
        throw new Error('no hold queue: give one with `replace`')
      },
    },
    payments: { find: () => undefined, all: [] },
    loadLimits: 'off',
  }
  const deps = { ...usual, ...options.replace?.(usual) }
  const app = await createApp(deps)
  return {
    app,
    deps,
    db,
    clock,
    databaseUrl: database.url,
    jobs,
    close: async () => {
      await app.close()
      await db.close()
      await database.drop()
    },
  }
}

/** An environment for tests; `variables` override the least. */
export function testEnv(variables: Readonly<Record<string, string>> = {}): Env {
  return parseEnv({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://localhost/none',
    LOG_LEVEL: 'silent',
    SIMULATORS: 'off',
    DB_POOL_SIZE: '5',
    ...variables,
  })
}

export function createTestClock(jstDateTime: string): TestClock {
  let now = epochMsOf(jstDateTime)
  return {
    now: () => now,
    set: next => {
      now = epochMsOf(next)
    },
    advance: ms => {
      now += ms
    },
  }
}
