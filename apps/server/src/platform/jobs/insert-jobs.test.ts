import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Database, openDatabase, type Read } from '../db/database.ts'
import { insertJobs } from './insert-jobs.ts'
import type { Job, JobRow } from './jobs.ts'
import { createJobQueue, type JobHandlers, type RunningJobQueue } from './pg-boss-queue.ts'

const DELAY_SECONDS = 7

let database: TestDatabase
let db: Database
let queue: RunningJobQueue

beforeAll(async () => {
  database = await createTestDatabase('bare')
  db = openDatabase(database.url, { poolSize: 2 })
})

beforeEach(async () => {
  queue = await createJobQueue({
    databaseUrl: database.url,
    log: pino({ level: 'silent' }),
    retrySeconds: 1,
    confirmationDelaySeconds: DELAY_SECONDS,
  })
})

afterEach(async () => {
  await queue.stop()
  await db.transaction(async tx => {
    await sql`delete from jobs.job`.execute(tx)
    await sql`delete from jobs.queue`.execute(tx)
  })
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const [ORDER, RESERVATION, MAILING, REQUEST] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]

/** Each kind of job, with what the library is told of it. */
const KINDS: Readonly<
  Record<Job['name'], { readonly job: Job; readonly data: object; readonly options: object }>
> = {
  'send-confirmation-mail': {
    job: { name: 'send-confirmation-mail', orderId: ORDER, generation: 2 },
    data: { orderId: ORDER, generation: 2 },
    options: { startAfter: DELAY_SECONDS },
  },
  'send-completion-mail': {
    job: { name: 'send-completion-mail', reservationId: RESERVATION },
    data: { reservationId: RESERVATION },
    options: {},
  },
  'send-change-mail': {
    job: { name: 'send-change-mail', orderId: ORDER },
    data: { orderId: ORDER },
    options: {},
  },
  'send-tickets-again': {
    job: { name: 'send-tickets-again', reservationId: RESERVATION, mailing: MAILING, lang: 'th' },
    data: { reservationId: RESERVATION, mailing: MAILING, lang: 'th' },
    options: {},
  },
  'send-corrected-tickets': {
    job: { name: 'send-corrected-tickets', reservationId: RESERVATION, mailing: MAILING },
    data: { reservationId: RESERVATION, mailing: MAILING },
    options: { startAfter: DELAY_SECONDS },
  },
  'send-reminder-mail': {
    job: { name: 'send-reminder-mail', reservationId: RESERVATION, orderId: ORDER },
    data: { reservationId: RESERVATION, orderId: ORDER },
    options: {},
  },
  'send-thanks-mail': {
    job: { name: 'send-thanks-mail', reservationId: RESERVATION },
    data: { reservationId: RESERVATION },
    options: {},
  },
  'send-refund-mail': {
    job: { name: 'send-refund-mail', requestId: REQUEST },
    data: { requestId: REQUEST },
    options: {},
  },
  'send-cancellation-mail': {
    job: { name: 'send-cancellation-mail', itemId: REQUEST },
    data: { itemId: REQUEST },
    options: {},
  },
  'send-share-mail': {
    job: { name: 'send-share-mail', mailId: MAILING },
    data: { mailId: MAILING },
    options: { startAfter: DELAY_SECONDS },
  },
  'send-summary-mail': {
    job: { name: 'send-summary-mail', siteKey: 'demo', day: '2026-11-24', recipient: 1 },
    data: { siteKey: 'demo', day: '2026-11-24', recipient: 1 },
    options: {},
  },
  'send-staff-mail': {
    job: { name: 'send-staff-mail', staff: 'aki', about: { kind: 'seal', seal: 3 } },
    data: { staff: 'aki', about: { kind: 'seal', seal: 3 } },
    options: {},
  },
  'push-apple-passes': {
    job: { name: 'push-apple-passes', reservationId: RESERVATION, change: MAILING },
    data: { reservationId: RESERVATION, change: MAILING },
    options: {},
  },
  'update-google-passes': {
    job: { name: 'update-google-passes', reservationId: RESERVATION, change: REQUEST },
    data: { reservationId: RESERVATION, change: REQUEST },
    options: {},
  },
}

interface StoredJob {
  readonly id: string
  readonly state: string
  readonly retry_count: number
}

async function storedJobs(read: Read): Promise<readonly StoredJob[]> {
  const { rows } = await sql<StoredJob>`select * from jobs.job order by created_on, id`.execute(read)
  return rows
}

const completion = (): JobRow => queue.rowOf({ name: 'send-completion-mail', reservationId: randomUUID() })

/** Queues jobs for the keys that were written. */
async function insert(rows: Readonly<Record<string, JobRow>>, written: readonly string[]): Promise<void> {
  const keyed = Object.entries(rows).map(([key, row]) => ({ key, row }))
  const keys = sql`select unnest(${written}::text[])`
  await db.transaction(tx => insertJobs(keyed, keys).execute(tx))
}

const idsInQueue = async () => (await db.read(storedJobs)).map(({ id }) => id)

describe('a job that is queued by the statement that writes what it is about', () => {
  test.each(Object.values(KINDS))(
    'S-6.04: $job.name has in each column what the library writes',
    async ({ job, data, options }) => {
      const library = new PgBoss({ connectionString: database.url, schema: 'jobs', supervise: false })
      onTestFinished(() => library.stop({ graceful: false }))
      await library.start()
      // In one transaction, for which there is one time.
      const [own, theirs] = await db.transaction(async tx => {
        await sql`
          update jobs.queue
             set retry_limit = 3, retry_delay = 5, retry_backoff = true, retry_delay_max = 77, expire_seconds = 88,
                 retention_seconds = 99, deletion_seconds = 111, heartbeat_seconds = 122, policy = 'singleton',
                 dead_letter = case name when 'send-refund-mail' then 'send-completion-mail' else 'send-refund-mail' end`.execute(
          tx,
        )
        await queue.enqueue(tx, job)
        const [written] = await storedJobs(tx)
        await library.send(job.name, data, { ...options, id: randomUUID(), db: fromKysely(tx) })
        const sent = (await storedJobs(tx)).find(({ id }) => id !== written?.id)
        return [written, sent]
      })
      expect(own).toMatchObject({ id: queue.rowOf(job).id, name: job.name, state: 'created' })
      expect({ ...own, id: '' }).toEqual({ ...theirs, id: '' })
    },
  )

  test(
    'S-6.04: is fetched, tried again and completed by the worker of the library',
    { timeout: 30_000 },
    async () => {
      const row = completion()
      await insert({ one: row }, ['one'])
      const { promise: isDone, resolve } = Promise.withResolvers<void>()
      let tries = 0
      const handle = async () => {
        tries += 1
        if (tries < 2) throw new Error('the mail server is down')
        resolve()
        return { letter: 'its words' }
      }
      await queue.startWorker(handledBy(handle))
      await isDone
      await queue.stop()
      expect(await db.read(storedJobs)).toEqual([
        expect.objectContaining({
          id: row.id,
          state: 'completed',
          retry_count: 1,
          output: { letter: 'its words' },
        }),
      ])
    },
  )

  test('S-6.04: exists exactly if its row was written', async () => {
    const [one, two, three] = [completion(), completion(), completion()]
    await insert({ one, two, three }, ['three', 'one', 'four'])
    expect(new Set(await idsInQueue())).toEqual(new Set([one.id, three.id]))
    await insert({ two }, [])
    expect(await idsInQueue()).toHaveLength(2)
  })

  test('one id is queued once, in one statement and in two', async () => {
    const row = completion()
    await insert({ one: row, two: row }, ['one', 'two'])
    await insert({ three: row }, ['three'])
    expect(await idsInQueue()).toEqual([row.id])
  })

  test('a job without a queue fails its statement, and is not lost in silence', async () => {
    const row = completion()
    const withoutQueue = db.transaction(async tx => {
      await sql`delete from jobs.queue where name = 'send-completion-mail'`.execute(tx)
      await insertJobs([{ key: 'one', row }], sql`select 'one'`).execute(tx)
    })
    await expect(withoutQueue).rejects.toThrow('null value')
  })

  test('no row is no job, and no statement is too small', async () => {
    await insert({}, [])
    expect(await idsInQueue()).toEqual([])
  })
})

test('each generation of each order has a job of its own, always the same', () => {
  const idsNow = () =>
    [ORDER, REQUEST].flatMap(orderId =>
      [1, 2, 11].map(generation => queue.rowOf({ name: 'send-confirmation-mail', orderId, generation }).id),
    )
  const ids = idsNow()
  expect(new Set(ids).size).toBe(6)
  expect(idsNow()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

const handledBy = (handle: () => Promise<unknown>): JobHandlers => ({
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
