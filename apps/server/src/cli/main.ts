import { pino } from 'pino'

import { databaseFault } from '../check-database.ts'
import { systemClock } from '../clock.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { FOR_WHOLE_TABLES } from '../db/patience.ts'
import { EnvError } from '../env-error.ts'
import { knownSites } from '../env-parts.ts'
import { readEnv } from '../read-env.ts'
import { createLog } from '../http/request-log.ts'
import { createSiteDirectory } from '../http/sites.ts'
import { createJobWriter } from '../jobs/queue.ts'
import { type BatchedHolds, createBatchedHolds } from '../orders/stock/batched-holds.ts'
import { createFullShares } from '../orders/stock/full-shares.ts'
import { createPaymentProviders } from '../payments/accounts/providers.ts'
import { createSiteContent } from '../site-content/site-content.ts'
import { createTokens } from '../tokens.ts'
import { boundNewObjects } from './bound-new-objects.ts'
import type { OpenedDeps } from './command.ts'
import { runCli } from './run-cli.ts'

/** The store's command line for its operators: the environment of the server, one command, one answer. */

const STDERR = 2
const opened: Array<Pick<Database, 'close'>> = []

boundNewObjects()
process.exitCode = await run()

async function run(): Promise<number> {
  try {
    return await runCli(process.argv.slice(2), {
      open,
      out: text => process.stdout.write(`${text}\n`),
      err: text => process.stderr.write(`${text}\n`),
      write: piece =>
        new Promise((resolve, reject) => {
          process.stdout.write(piece, error => (error ? reject(error) : resolve()))
        }),
      staffName: process.env['KIPPU_STAFF'],
      variables: process.env,
    })
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    return 1
  } finally {
    for (const part of opened.toReversed()) await part.close()
  }
}

function open(): OpenedDeps {
  const env = readEnv()
  const db = openDatabase(env.databaseUrl, {
    poolSize: 2,
    patience: FOR_WHOLE_TABLES,
    prepared: env.dbPrepared,
  })
  opened.push(db)
  // Standard output is for answers; log lines of the payment verbs go to standard error.
  const log = createLog('warn', pino.destination(STDERR))
  const clock = systemClock
  const fullShares = createFullShares({ log, clock })
  let queue: BatchedHolds | undefined
  const holdQueue = (): BatchedHolds => {
    if (queue !== undefined) return queue
    queue = createBatchedHolds({ db, holdSeconds: env.unprovenHoldSeconds, fullShares })
    opened.push(queue)
    return queue
  }
  return {
    env,
    db,
    clock,
    content: createSiteContent({ db, clock }),
    // Few commands hold anything.
    holds: { take: order => holdQueue().take(order), longestWaitMs: () => queue?.longestWaitMs() ?? 0 },
    tokens: createTokens(env.secretKey, env.formerSecretKeys),
    sites: createSiteDirectory(env, knownSites(env)),
    payments: createPaymentProviders(env),
    log,
    jobs: createJobWriter(),
  }
}

function reasonOf(error: unknown): string {
  const fault = databaseFault(error)
  if (fault !== undefined) return fault
  if (error instanceof EnvError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
