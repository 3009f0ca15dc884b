import { pino } from 'pino'

import { systemClock } from '../clock.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { FOR_WHOLE_TABLES } from '../db/patience.ts'
import { knownSites } from '../env-parts.ts'
import { createLog } from '../http/request-log.ts'
import { createSiteDirectory } from '../http/sites.ts'
import { createJobWriter } from '../jobs/queue.ts'
import { type BatchedHolds, createBatchedHolds } from '../orders/stock/batched-holds.ts'
import { createFullShares } from '../orders/stock/full-shares.ts'
import { createPaymentProviders } from '../payments/accounts/providers.ts'
import { readEnv } from '../read-env.ts'
import { createSiteContent } from '../site-content/site-content.ts'
import { createTokens } from '../tokens.ts'
import type { OpenedDeps } from './command.ts'

const STDERR = 2

/** A part that ends with the command. */
export type Closable = Pick<Database, 'close'>

/** Opens what commands work with; what has to be closed after them is added to `opened`. */
export function openParts(opened: Closable[]): OpenedDeps {
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
