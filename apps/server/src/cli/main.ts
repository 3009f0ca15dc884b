import { SITE_KEYS, siteOf } from '@kippu/sites/registry'
import { pino } from 'pino'

import { systemClock } from '../clock.ts'
import { type Database, isDatabaseAway, openDatabase } from '../db/database.ts'
import { EnvError } from '../env-error.ts'
import { readEnv } from '../read-env.ts'
import { createLog } from '../http/request-log.ts'
import { createSiteDirectory } from '../http/sites.ts'
import { createJobQueue, type JobQueueOptions, type RunningJobQueue } from '../jobs/pg-boss-queue.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { createPaymentProviders } from '../payments/accounts/providers.ts'
import { createTokens } from '../tokens.ts'
import type { CommandDeps } from './command.ts'
import { runCli } from './run-cli.ts'

/** The store's command line for its operators: the environment of the server, one command, one answer. */

const STDERR = 2
const opened: Array<Pick<Database, 'close'>> = []

process.exitCode = await run()

async function run(): Promise<number> {
  try {
    return await runCli(process.argv.slice(2), {
      open,
      out: text => process.stdout.write(`${text}\n`),
      err: text => process.stderr.write(`${text}\n`),
    })
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    return 1
  } finally {
    for (const db of opened) await db.close()
  }
}

function open(): CommandDeps {
  const env = readEnv()
  const db = openDatabase(env.databaseUrl, { poolSize: 2 })
  opened.push(db)
  // Standard output is for answers; log lines of the payment verbs go to standard error.
  const log = createLog('warn', pino.destination(STDERR))
  return {
    env,
    db,
    clock: systemClock,
    tokens: createTokens(env.secretKey),
    sites: createSiteDirectory(env, SITE_KEYS.map(siteOf)),
    payments: createPaymentProviders(env),
    log,
    jobs: queueWhenNeeded({ databaseUrl: env.databaseUrl, log }),
  }
}

/** Few commands queue a job, so the first one that does opens the queue. */
function queueWhenNeeded(options: JobQueueOptions): JobQueue {
  let queue: Promise<RunningJobQueue> | undefined
  const open = async (): Promise<RunningJobQueue> => {
    const running = await createJobQueue(options)
    opened.unshift({ close: () => running.stop() })
    return running
  }
  return {
    enqueue: async (tx, job) => {
      queue ??= open()
      await (await queue).enqueue(tx, job)
    },
  }
}

function reasonOf(error: unknown): string {
  if (isDatabaseAway(error)) return 'DATABASE_URL: the database does not answer'
  if (error instanceof EnvError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
