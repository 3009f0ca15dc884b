import { type JobResult, PgBoss, type WipData } from 'pg-boss'
import type { Logger } from 'pino'

import { openPool, type PoolOptions } from '../db/open-pool.ts'
import { FOR_WORKERS } from '../db/patience.ts'
import { type JobName, type JobOf, JOBS, type QueueSettings } from './jobs.ts'
import { createJobWriter, type JobQueue } from './queue.ts'

/** Does one job; an object that it answers is kept with it. Throwing requeues it; it may run twice, so it must be safe to repeat. */
export type JobHandlers = {
  readonly [Name in JobName]: (job: JobOf<Name>) => Promise<unknown>
}

export interface JobQueueOptions extends Partial<QueueSettings>, Pick<PoolOptions, 'onSilent'> {
  readonly databaseUrl: string
  readonly log: Logger
  /** The least wait before the second try, in seconds (up to twice as long, at random); each further one doubles it, up to an hour. Default 2. */
  readonly retrySeconds?: number
}

export interface RunningJobQueue extends JobQueue {
  /** Starts to work on jobs in this process; several processes share the work. Those without a handler wait in the queue. */
  startWorker(handlers: Partial<JobHandlers>): Promise<void>
  /** Queued jobs that have not begun, including requeued ones. */
  waiting(): Promise<number>
  /** How many milliseconds ago this process last looked for jobs, of the kind it has not looked for the longest; 0 before `startWorker`. */
  lastLookMs(): number
  /** Finishes the running jobs, then ends. */
  stop(): Promise<void>
}

const KINDS = Object.values(JOBS)

/**
 * Twenty jobs a poll, and as long as a poll returns that many, the next one follows at once: the mails of a crowd are
 * sent within minutes.
 */
const WORK = {
  batchSize: 20,
  perJobResults: true,
  pollingIntervalSeconds: 0.5,
  burstWhenBatchFull: true,
} as const
const PATIENCE_AT_STOP_MS = 10_000
const CONNECTIONS = 4

/** Eleven doublings, then every hour: a mail server may be down for four days. */
const RETRIES = { retryLimit: 110, retryBackoff: true, retryDelayMax: 3_600 } as const
/** Another process takes over a job of a dead process after this many seconds. */
const EXPIRES_AFTER = 300

/**
 * Opens the queue: pg-boss in the schema `jobs` of our own database, which it creates and upgrades itself, even when
 * two servers start at once. A job exists exactly if the transaction that queued it was committed.
 */
export async function createJobQueue({
  databaseUrl,
  log,
  retrySeconds = 2,
  onSilent,
  ...settings
}: JobQueueOptions): Promise<RunningJobQueue> {
  const { pool, close } = openPool(databaseUrl, {
    size: CONNECTIONS,
    patience: FOR_WORKERS,
    ...(onSilent && { onSilent }),
  })
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    schedule: false,
  })
  // It tells a copy of some errors, which are not instances of Error.
  boss.on('error', error =>
    log.error({ err: Object.assign(new Error(error.message), error) }, 'the job queue met an error'),
  )
  await boss.start()
  for (const { name } of KINDS)
    await boss.createQueue(name, { ...RETRIES, retryDelay: retrySeconds, expireInSeconds: EXPIRES_AFTER })

  return {
    ...createJobWriter(settings),
    async startWorker(handlers) {
      for (const { name } of KINDS) {
        const handle = handlerOf(name, handlers)
        if (handle === undefined) continue
        await boss.work(name, WORK, (jobs: DueJob[]) => settleEach(jobs, handle))
      }
    },
    async waiting() {
      const stats = await Promise.all(KINDS.map(({ name }) => boss.getQueueStats(name)))
      return stats.flat().reduce((sum, { queuedCount }) => sum + queuedCount, 0)
    },
    lastLookMs: () => Math.max(0, ...boss.getWipData().map(lookAgeOf)),
    stop: async () => {
      await boss.stop({ graceful: true, timeout: PATIENCE_AT_STOP_MS })
      await close()
    },
  }
}

/** Jobs under way are not silence: pg-boss ends them after {@link EXPIRES_AFTER}, and looks again. */
function lookAgeOf({ count, createdOn, lastFetchedOn, lastErrorOn, lastJobEndedOn }: WipData): number {
  if (count > 0) return 0
  return Date.now() - Math.max(createdOn, lastFetchedOn ?? 0, lastErrorOn ?? 0, lastJobEndedOn ?? 0)
}

/** The job that is read has the type that its handler takes. */
const READERS: { readonly [Name in JobName]: { read(stored: unknown): JobOf<Name> } } = JOBS

function handlerOf<Name extends JobName>(
  name: Name,
  handlers: Partial<JobHandlers>,
): ((stored: unknown) => Promise<unknown>) | undefined {
  const handler = handlers[name]
  return handler && (stored => handler(READERS[name].read(stored)))
}

interface DueJob {
  readonly id: string
  readonly data: unknown
}

/** Does the jobs of one poll in parallel; a job that fails is requeued alone. */
async function settleEach(
  jobs: readonly DueJob[],
  work: (data: unknown) => Promise<unknown>,
): Promise<JobResult[]> {
  const results = await Promise.allSettled(jobs.map(({ data }) => work(data)))
  return jobs.map(({ id }, index) => {
    const result = results[index]
    if (result?.status === 'fulfilled')
      return { id, status: 'completed', ...(isNote(result.value) && { output: result.value }) }
    return { id, status: 'failed', output: { reason: String(result?.reason) } }
  })
}

/** A job leaves it behind, as long as the queue knows it. */
function isNote(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
