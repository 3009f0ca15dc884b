import path from 'node:path'

import { epochMsOf } from '@kippu/domain/jst-date'
import { SITES } from '@kippu/demo/demo-sites'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { createApp } from '../../src/start/app.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import type { AppDeps } from '../../src/start/app-deps.ts'
import type { WebBuild } from '../../src/pages/documents/web-build.ts'
import { createDrain } from '../../src/platform/http/drain.ts'
import { createSiteDirectory } from '../../src/platform/http/sites.ts'
import { type Job, type JobName, JOBS } from '../../src/platform/jobs/jobs.ts'
import { createJobWriter } from '../../src/platform/jobs/queue.ts'
import { createTurns } from '../../src/platform/jobs/turns.ts'
import { createBatchedHolds } from '../../src/orders/holds/batched-holds.ts'
import { createPlacesAtProof } from '../../src/orders/life/take-places.ts'
import { createFullShares } from '../../src/stock/full-shares.ts'
import { createMemberTokens } from '../../src/orders/membership/member-tokens.ts'
import { createPaymentProviders } from '../../src/payments/accounts/providers.ts'
import { createSiteContent } from '../../src/sites/content/site-content.ts'
import { createSiteGates } from '../../src/tickets/site-gates/site-gates.ts'
import { createTokens } from '../../src/platform/tokens.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from './test-env.ts'
import { TEST_TODAY } from '../test-today.ts'
import { createWatchedLog, plantedIn } from '../watched-log.ts'

const template = (name: string): string =>
  `<html lang="__LANG__"><head><title>__TITLE__</title><!--theme--><style>p{margin:0}</style></head>` +
  `<body><div id="notices"><!--notices--></div><div id="root"><!--root--></div><!--first-view--><script>start('${name}')</script></body></html>`

/** Stands in for the build of `apps/web`, so that the server is tested without it. */
const TEST_WEB: WebBuild = {
  template,
  renderer: {
    renderFirstView: async view => `<p>${view.kind} of ${view.site.key} in ${view.lang}</p>`,
    renderNotices: async view => `<p>${view.notices.map(({ text }) => text).join(' ')}</p>`,
  },
  assetsFolder: path.join(import.meta.dirname, '..', 'web-assets'),
  worker: '/* the worker */',
  gateWorker: '/* the worker of the gate */',
  consoleFolder: null,
}

/**
 * A clock that stands still until it is set. Stock that visitors read is up to a second old: advance the clock to see
 * changes.
 */
export interface TestClock extends Clock {
  /** To a date-time in +09:00. */
  set(jstDateTime: string): void
  advance(ms: number): void
}

export interface AppOptions {
  /** Variables besides the minimum that the server needs. */
  readonly variables?: Readonly<Record<string, string>>
  /** Parts that replace the usual ones, built from them. */
  readonly replace?: (deps: AppDeps) => Partial<AppDeps>
  /** A migrated database that is there already, instead of one of its own; it is removed at the end. */
  readonly database?: TestDatabase
}

export interface ServerApp {
  /** Supports `inject`, and may listen. */
  readonly app: FastifyInstance
  readonly deps: AppDeps
  readonly db: Database
  readonly clock: TestClock
  /** Address of the database, for a second pool or process. */
  readonly databaseUrl: string
  /** Jobs that were queued inside of transactions, in order, whether these were committed or not. */
  readonly jobs: readonly Job[]
  /** The jobs that lie in the queue, by the time of their statement, and those of one statement by their ids. */
  queued(): Promise<readonly Job[]>
  /** Lines of its log, from `trace` on. */
  readonly logged: readonly string[]
  /**
   * Closes the app and removes its database. Throws when the log contained what no log may contain (S-7.11, S-15.02).
   */
  readonly close: () => Promise<void>
}

/** The whole server on a database of its own, with the demo catalogue around {@link TEST_TODAY}. */
export async function openServerApp(options: AppOptions = {}): Promise<ServerApp> {
  const database = options.database ?? (await createTestDatabase('seeded'))
  const env = testEnv({ DATABASE_URL: database.url, ...options.variables })
  const db = openDatabase(database.url, { poolSize: env.dbPoolSize })
  const clock = createTestClock(`${TEST_TODAY}T10:00:00+09:00`)
  const jobs: Job[] = []
  const writer = createJobWriter()
  const watched = createWatchedLog()
  const sites = createSiteDirectory(env, SITES)
  const fullShares = createFullShares({ log: watched.log, clock })
  const content = createSiteContent({ db, clock })
  const tokens = createTokens(env.secretKey)
  const usual: AppDeps = {
    env,
    db,
    clock,
    tokens,
    sites,
    content,
    gates: createSiteGates({ db, clock, tokens }, content),
    memberTokens: createMemberTokens(env, { clock, sites }),
    log: watched.log,
    jobs: {
      ...writer,
      enqueue: async (tx, job) => {
        await writer.enqueue(tx, job)
        jobs.push(job)
      },
    },
    // A test opens its own mail server: without one every mail is left to the queue.
    firstTry: {
      sendConfirmation: async () => 'later',
      sendTickets: async () => 'later',
      sendShare: async () => 'later',
      close: () => undefined,
    },
    holds: createBatchedHolds({
      db,
      holdSeconds: env.unprovenHoldSeconds,
      fullShares,
    }),
    placesAtProof: createPlacesAtProof({ db, holdSeconds: env.orderHoldSeconds, fullShares }),
    fullShares,
    payments: createPaymentProviders(env),
    web: TEST_WEB,
    drain: createDrain(),
    turns: createTurns(),
    loadLimits: 'off',
  }
  const asked = options.replace?.(usual) ?? {}
  const replaced = { ...usual, ...asked }
  const deps = { ...replaced, gates: asked.gates ?? createSiteGates(replaced, replaced.content) }
  const app = await createApp(deps)
  return {
    app,
    deps,
    db,
    clock,
    databaseUrl: database.url,
    jobs,
    queued: () => readQueue(db),
    logged: watched.lines,
    close: async () => {
      // As at the end of a process: a provider's connection may just be about to rest.
      await deps.drain.finish()
      await app.close()
      const planted = await plantedIn(db)
      await db.close()
      await database.drop()
      watched.verify(planted)
    },
  }
}

async function readQueue(db: Database): Promise<readonly Job[]> {
  const { rows } = await db.read(read =>
    sql<{ name: JobName; data: unknown }>`
      select name, data from jobs.job where state = 'created' order by created_on, id`.execute(read),
  )
  return rows.map(({ name, data }) => JOBS[name].read(data))
}

function createTestClock(jstDateTime: string): TestClock {
  let now = epochMsOf(jstDateTime)
  let passed = 0
  return {
    now: () => now,
    monotonicMs: () => passed,
    set: next => {
      // Set back it shows an earlier time, and no time has passed.
      passed += Math.max(0, epochMsOf(next) - now)
      now = epochMsOf(next)
    },
    advance: ms => {
      passed += ms
      now += ms
    },
  }
}
