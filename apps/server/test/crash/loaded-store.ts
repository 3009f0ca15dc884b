import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../../src/platform/db/patience.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createTokens, hashToken, type Tokens } from '../../src/platform/tokens.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../../tools/start/embedded-database.ts'
import { findWrongs } from '../find-wrongs.ts'
import { type Providers, startProviders } from '../payment-methods/simulators.ts'
import { startSeededCluster } from '../seeded-cluster.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../small-catalogue.ts'
import { killDatabase } from './kill-database.ts'
import { listAllMethods } from './method-rig.ts'
import { createPassingTime, findOpen } from './passing-time.ts'
import { type ServerProcess, serverVariables, startServer } from './server-process.ts'
import { untilQuiet } from './wave.ts'

const SECRET_KEY = 'only for the crash tests, 32 characters or more'
/** More places than any test sells. */
const CAPACITY = 1_000_000

/** A crowd leaves more payments than one look ends. */
const MOST_ROUNDS = 10

/** A webhook request outlasts a store that is killed again and again: providers try for longer than any outage here. */
const NOTICE_RETRY_MS = 200

export type Victim = 'store' | 'database'

/** One store, its database and all providers, as a crowd uses them. */
export interface LoadedStore {
  readonly origin: string
  /** With its port. */
  readonly consoleHost: string
  readonly providers: Providers
  /** Tickets of 3,200 yen, and tickets that cost nothing. */
  readonly catalogues: { readonly paid: SmallCatalogue; readonly free: SmallCatalogue }
  /** The token of the mailed link that an order waits for. */
  mailTokenOf(orderToken: string): Promise<string>
  readonly db: Database
  /** `kill -9`, and the next one is started. */
  kill(victim: Victim): Promise<void>
  /** The store dies at this point, which `work` makes it reach; then the next one is started. */
  killAt(failpoint: string, work: () => Promise<void>): Promise<void>
  /** Lets time pass until no payment is open. */
  settle(): Promise<void>
  /** Everything that is wrong, as `find-wrongs.ts` finds it. */
  findWrongs(): Promise<string[]>
  close(): Promise<void>
}

export async function openLoadedStore(): Promise<LoadedStore> {
  const port = await claimPort()
  const origin = `http://localhost:${port}`
  const consoleHost = `console.localhost:${port}`
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-loaded-'))
  let database: EmbeddedDatabase = await startSeededCluster(dataDir)
  const databaseUrl = database.url
  await migrate(databaseUrl)
  const db = openDatabase(databaseUrl, { poolSize: 4, patience: FOR_WHOLE_TABLES })
  const providers = await startProviders({ storeUrl: origin, noticeRetryMs: NOTICE_RETRY_MS })
  await listAllMethods({ db })
  const start = (): Promise<ServerProcess> =>
    startServer(port, {
      ...providers.variables,
      ...serverVariables({ databaseUrl, dataDir }),
      SECRET_KEY,
      SMTP_URL: providers.smtpUrl,
      TRUST_PROXY: 'loopback',
      CONSOLE_HOST: consoleHost,
    })
  let server = await start()
  const time = createPassingTime(() => db, {
    setClockAhead: async aheadSeconds => {
      await providers.setClockAhead(aheadSeconds)
      await server.tell({ do: 'clock', aheadSeconds })
    },
  })
  const stock = { capacities: [CAPACITY], visitDate: addDays(jstDateOf(systemClock.now()), 20) }
  const catalogues = {
    paid: await insertSmallCatalogue(db, stock),
    free: await insertSmallCatalogue(db, stock),
  }
  await makeChildrenFree(db, catalogues.free)
  return {
    origin,
    consoleHost,
    providers,
    catalogues,
    db,
    mailTokenOf: mailTokens(db, createTokens(SECRET_KEY)),
    kill: async victim => {
      if (victim === 'store') {
        await server.kill()
        server = await start()
      } else {
        killDatabase(database.pid)
        database = await startEmbeddedDatabase({ dataDir })
      }
    },
    killAt: async (failpoint, work) => {
      const dies = Promise.race([server.ended, server.reached(failpoint)])
      await server.arm({ failpoint })
      await work()
      await dies
      await server.kill()
      server = await start()
    },
    settle: async () => {
      await providers.untilHeard()
      for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
        await untilQuiet({ db, time }, server)
        if ((await findOpen(db)).length === 0) return
      }
      throw new Error(`never at their end: ${JSON.stringify(await findOpen(db))}`)
    },
    findWrongs: () => findWrongs({ db, providers, forPersons: new Set() }),
    close: async () => {
      await server.stop()
      await db.close()
      await database.stop()
      await providers.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Two tickets for children then cost nothing: a child costs 2,200 yen less than an adult. */
export async function makeChildrenFree(db: Database, { productId }: SmallCatalogue): Promise<void> {
  await db.transaction(tx =>
    tx.updateTable('product_days').set({ base_price: 2200 }).where('product_id', '=', productId).execute(),
  )
}

/** Without reading the mail: the store derives the token from the order. */
export function mailTokens(db: Database, tokens: Tokens): LoadedStore['mailTokenOf'] {
  return async orderToken => {
    const { id, mail_generation: generation } = await db.read(read =>
      read
        .selectFrom('orders')
        .select(['id', 'mail_generation'])
        .where('token_hash', '=', hashToken(orderToken))
        .executeTakeFirstOrThrow(),
    )
    return tokens.derive('mail', `${id}.${generation}`)
  }
}
