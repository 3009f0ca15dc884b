import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { createJobQueue, type JobHandlers, type RunningJobQueue } from './pg-boss-queue.ts'
import type { Job } from './jobs.ts'

let database: TestDatabase
let db: Database
let queues: RunningJobQueue[]

beforeEach(async () => {
  database = await createTestDatabase('empty')
  db = openDatabase(database.url, { poolSize: 4 })
  queues = []
})

afterEach(async () => {
  await Promise.all(queues.map(queue => queue.stop()))
  await db.close()
  await database.drop()
})

async function openQueue(): Promise<RunningJobQueue> {
  const queue = await createJobQueue({
    databaseUrl: database.url,
    log: pino({ level: 'silent' }),
    retrySeconds: 1,
    confirmationDelaySeconds: 0,
  })
  queues.push(queue)
  return queue
}

/** Handlers that record what they do, and a promise that resolves after the given number of jobs. */
function noting(count: number, onJob: (job: Job, time: number) => void = () => undefined) {
  const done: Job[] = []
  let finish: (jobs: readonly Job[]) => void
  const all = new Promise<readonly Job[]>(resolve => {
    finish = resolve
  })
  let times = 0
  const handle = async (job: Job) => {
    times += 1
    onJob(job, times)
    done.push(job)
    if (done.length === count) finish(done)
  }
  const handlers = handledBy(handle)
  return { handlers, done, all }
}

const handledBy = (handle: (job: Job) => Promise<void>): JobHandlers => ({
  'send-confirmation-mail': handle,
  'send-completion-mail': handle,
  'send-change-mail': handle,
  'send-tickets-again': handle,
  'send-corrected-tickets': handle,
  'send-reminder-mail': handle,
  'send-thanks-mail': handle,
  'send-refund-mail': handle,
  'send-cancellation-mail': handle,
  'send-share-mail': handle,
  'send-summary-mail': handle,
  'send-staff-mail': handle,
  'push-apple-passes': handle,
  'update-google-passes': handle,
})

const confirmation = (generation = 1): Job => ({
  name: 'send-confirmation-mail',
  orderId: randomUUID(),
  generation,
})

describe('the job queue', () => {
  test('S-6.04: a job exists exactly if its transaction was committed', async () => {
    const queue = await openQueue()
    const kept = confirmation()
    const rolledBack = db.transaction(async tx => {
      await queue.enqueue(tx, confirmation())
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await db.transaction(tx => queue.enqueue(tx, kept))
    const { handlers, all } = noting(1)
    await queue.startWorker(handlers)
    expect(await all).toEqual([kept])
  })

  test('a job that fails is tried again until it is done', { timeout: 30_000 }, async () => {
    const queue = await openQueue()
    const job = confirmation()
    await db.transaction(tx => queue.enqueue(tx, job))
    const { handlers, all } = noting(1, (_, time) => {
      if (time < 2) throw new Error('the mail server is down')
    })
    await queue.startWorker(handlers)
    expect(await all).toEqual([job])
  })

  test('a job that fails is requeued alone', { timeout: 30_000 }, async () => {
    const queue = await openQueue()
    const [bad, good] = [confirmation(1), confirmation(2)]
    for (const job of [bad, good]) await db.transaction(tx => queue.enqueue(tx, job))
    let failures = 0
    const { handlers, all } = noting(2, job => {
      if (job.name === 'send-confirmation-mail' && job.generation === 1 && (failures += 1) === 1)
        throw new Error('no')
    })
    await queue.startWorker(handlers)
    expect(await all).toEqual([good, bad])
  })

  test('two servers start at once on an empty database, and share the work: each job is done once', async () => {
    await db.transaction(tx => sql`drop schema jobs cascade`.execute(tx))
    const [one, other] = await Promise.all([openQueue(), openQueue()])
    const jobs = Array.from({ length: 12 }, () => confirmation())
    await Promise.all(
      jobs.map((job, index) => db.transaction(tx => (index % 2 === 0 ? one : other).enqueue(tx, job))),
    )
    const { handlers, done, all } = noting(jobs.length)
    await Promise.all([one.startWorker(handlers), other.startWorker(handlers)])
    await all
    await Promise.all(queues.splice(0).map(queue => queue.stop()))
    const ids = (list: readonly Job[]) => list.map(job => ('orderId' in job ? job.orderId : '')).toSorted()
    expect(ids(done)).toEqual(ids(jobs))
  })

  test('the tickets of a reservation are queued once, however often that is repeated', async () => {
    const queue = await openQueue()
    const job: Job = { name: 'send-completion-mail', reservationId: randomUUID() }
    const last: Job = { name: 'send-completion-mail', reservationId: randomUUID() }
    for (const each of [job, job, last]) await db.transaction(tx => queue.enqueue(tx, each))
    const { handlers, all } = noting(2)
    await queue.startWorker(handlers)
    expect(new Set(await all)).toEqual(new Set([job, last]))
  })

  test('jobs survive the process that queued them', async () => {
    const queue = await openQueue()
    const job = confirmation()
    await db.transaction(tx => queue.enqueue(tx, job))
    await queue.stop()
    queues = []
    const { handlers, all } = noting(1)
    await (await openQueue()).startWorker(handlers)
    expect(await all).toEqual([job])
  })

  test('stopping finishes the running job', async () => {
    const queue = await openQueue()
    await db.transaction(tx => queue.enqueue(tx, confirmation()))
    let begin: () => void
    let finish: () => void
    const began = new Promise<void>(resolve => (begin = resolve))
    const mayFinish = new Promise<void>(resolve => (finish = resolve))
    let isDone = false
    const handle = async () => {
      begin()
      await mayFinish
      isDone = true
    }
    await queue.startWorker(handledBy(handle))
    await began
    const stopping = queue.stop()
    queues = []
    finish!()
    await stopping
    expect(isDone).toBe(true)
  })
})
