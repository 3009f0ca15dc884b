import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { testEnv } from '../../../test/shop/test-env.ts'
import { createWatchedLog } from '../../../test/watched-log.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { createMinuteCounts, type MinuteCounts } from '../http/minute-counts.ts'
import { shareCounts, startSharingCounts } from './share-counts.ts'

const ENV = testEnv()
let database: TestDatabase
let db: Database
let now: number

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 4 })
})
beforeEach(async () => {
  now = 1_800_000_000_000
  await db.transaction(tx => sql`delete from request_counts`.execute(tx))
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const newCounts = (): MinuteCounts => createMinuteCounts({ now: () => now })
const ask = (counts: MinuteCounts, times: number, key = 'a') =>
  Array.from({ length: times }, () => counts.raise(key).current).at(-1)
const share = (counts: MinuteCounts) => shareCounts({ db, env: ENV }, counts)
const rows = async () =>
  await db.read(read => read.selectFrom('request_counts').select(['minute', 'requests']).execute())

test('processes that share their counts each know what all have counted, whoever shares when', async () => {
  const [one, other] = [newCounts(), newCounts()]
  expect([ask(one, 10), ask(other, 7)]).toEqual([10, 7])
  await Promise.all([share(one), share(other)])
  await Promise.all([share(one), share(other)])
  expect(ask(one, 1)).toBeGreaterThanOrEqual(11)
  await Promise.all([share(one), share(other)])
  ask(other, 1)
  await share(other)
  ask(one, 1)
  await share(one)
  expect(ask(one, 1)).toBe(21)
  expect(await rows()).toMatchObject([{ requests: 20 }])
})

test('a process that starts learns what was counted before, and a new minute begins with nothing', async () => {
  const before = newCounts()
  ask(before, 50)
  await share(before)
  const after = newCounts()
  ask(after, 5)
  await share(after)
  expect(ask(after, 1)).toBe(56)
  now += 60_000
  expect(ask(after, 1)).toBe(1)
})

test('whoever asks seldom costs nothing', async () => {
  const counts = newCounts()
  for (let visitor = 0; visitor < 100; visitor += 1) ask(counts, 4, String(visitor))
  await share(counts)
  expect(await rows()).toEqual([])
})

test('what could not be shared counts on, and is shared once', async () => {
  const counts = newCounts()
  ask(counts, 10)
  const away = { ...db, transaction: () => Promise.reject(new Error('away')) }
  await expect(shareCounts({ db: away, env: ENV }, counts)).rejects.toThrow('away')
  expect(ask(counts, 1)).toBe(11)
  await share(counts)
  await share(counts)
  expect(await rows()).toMatchObject([{ requests: 11 }])
})

test('a request that comes while counts are shared is not lost', async () => {
  const counts = newCounts()
  ask(counts, 10)
  const sharing = share(counts)
  ask(counts, 3)
  await sharing
  expect(ask(counts, 1)).toBe(14)
})

test('a process that stops tells what it has counted, so that a restart forgets nothing', async () => {
  const counts = newCounts()
  const sharing = startSharingCounts({ db, env: ENV, log: createWatchedLog().log }, counts)
  ask(counts, 10)
  await sharing.stop()
  expect(await rows()).toMatchObject([{ requests: 10 }])
})

test('counts of minutes long over are deleted', async () => {
  const counts = newCounts()
  ask(counts, 10)
  await share(counts)
  now += 4 * 60_000
  ask(counts, 10)
  await share(counts)
  expect(await rows()).toHaveLength(1)
})

test('S-15.02: no address is stored, and whoever does not know the secret finds none by trying each', async () => {
  for (const secretKey of [ENV.secretKey, `not ${ENV.secretKey}`]) {
    const counts = newCounts()
    ask(counts, 10, 'POST /api/v1/orders 192.0.2.1')
    await shareCounts({ db, env: { ...ENV, secretKey } }, counts)
  }
  const { rows: stored } = await db.read(read =>
    sql<{ subject: string }>`select encode(subject, 'hex') as subject from request_counts`.execute(read),
  )
  expect(new Set(stored.map(({ subject }) => subject)).size).toBe(2)
  for (const { subject } of stored) expect(subject).not.toContain(Buffer.from('192.0.2.1').toString('hex'))
})
