import { pino } from 'pino'

import { systemClock } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../platform/db/patience.ts'
import { createLog } from '../platform/http/request-log.ts'
import { knownSites } from '../platform/http/known-sites.ts'
import { createSiteDirectory } from '../platform/http/sites.ts'
import { createJobWriter } from '../platform/jobs/queue.ts'
import type { BatchedHolds } from '../orders/holds/batched-holds.ts'
import { readEnv } from '../start/environment/read-env.ts'
import { createSiteContent } from '../sites/content/site-content.ts'
import { createTokens } from '../platform/tokens.ts'
import type { OpenedDeps } from './command.ts'

const STDERR = 2

/** A part that ends with the command. */
export type Closable = Pick<Database, 'close'>

/** Opens what commands work with; what has to be closed after them is added to `opened`. */
export function openParts(opened: Closable[]): OpenedDeps {
  const env = readEnv()
  const openAt = (url: string): Database => {
    const made = openDatabase(url, { poolSize: 2, patience: FOR_WHOLE_TABLES, prepared: env.dbPrepared })
    opened.push(made)
    return made
  }
  const db = openAt(env.databaseUrl)
  const { databaseReplicaUrl } = env
  // Standard output is for answers; log lines of the payment verbs go to standard error.
  const log = createLog('warn', pino.destination(STDERR))
  const clock = systemClock
  let queue: Promise<BatchedHolds> | undefined
  const openQueue = async (): Promise<BatchedHolds> => {
    const [{ createBatchedHolds }, { createFullShares }] = await Promise.all([
      import('../orders/holds/batched-holds.ts'),
      import('../stock/full-shares.ts'),
    ])
    const fullShares = createFullShares({ log, clock })
    const made = createBatchedHolds({ db, holdSeconds: env.unprovenHoldSeconds, fullShares })
    opened.push(made)
    return made
  }
  return {
    env,
    db,
    replica: databaseReplicaUrl === null ? undefined : () => openAt(databaseReplicaUrl),
    clock,
    content: createSiteContent({ db, clock }),
    // Few commands hold anything.
    holds: {
      take: async order => {
        queue ??= openQueue()
        return (await queue).take(order)
      },
    },
    tokens: createTokens(env.secretKey, env.formerSecretKeys),
    sites: createSiteDirectory(env, knownSites(env)),
    payments: async () => {
      const { createPaymentProviders } = await import('../payments/accounts/providers.ts')
      return createPaymentProviders(env)
    },
    log,
    jobs: createJobWriter(),
  }
}
