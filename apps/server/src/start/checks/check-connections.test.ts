import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { checkConnections } from './check-connections.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'

let database: TestDatabase
let db: Database
let most: number

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 1 })
  const { rows } = await db.read(read => sql<{ max_connections: string }>`show max_connections`.execute(read))
  most = Number(rows[0]?.max_connections)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Its complaint, or what it has thrown. */
async function complaintFor(env: object): Promise<string | undefined> {
  const warned: string[] = []
  const whole = {
    production: false,
    role: 'web',
    webProcesses: 1,
    dbPoolSize: 1,
    consoleHost: null,
    ...env,
  } as const
  await checkConnections(db, whole, { warn: (line: unknown) => void warned.push(String(line)) })
  return warned[0]
}

test('as many processes as the database has connections for may start', async () => {
  // A worker besides the web processes, and 3 connections that PostgreSQL keeps for its superusers.
  const webProcesses = Math.floor((most - 3) / 15) - 1
  expect(await complaintFor({ webProcesses, dbPoolSize: 10 })).toBeUndefined()
  await expect(complaintFor({ webProcesses: webProcesses + 1, dbPoolSize: 10 })).rejects.toThrow(
    `DB_POOL_SIZE: ${webProcesses + 2} processes with 15 connections each may open ${(webProcesses + 2) * 15}, and the database gives ${most - 3}`,
  )
})

test('a process that does everything needs no worker beside it', async () => {
  const dbPoolSize = most - 3 - 5
  expect(await complaintFor({ role: 'all', dbPoolSize })).toBeUndefined()
  await expect(complaintFor({ role: 'web', dbPoolSize })).rejects.toThrow('DB_POOL_SIZE: 2 processes')
})

test('a console has two connections more in each process', async () => {
  const dbPoolSize = most - 3 - 5
  const consoleHost = 'console.example.com'
  expect(await complaintFor({ role: 'all', dbPoolSize: dbPoolSize - 2, consoleHost })).toBeUndefined()
  await expect(complaintFor({ role: 'all', dbPoolSize, consoleHost })).rejects.toThrow(
    'DB_POOL_SIZE: 1 processes',
  )
})

test('in production, where a pooler may be in between, there is a warning', async () => {
  expect(await complaintFor({ production: true, webProcesses: most })).toMatch(/^DB_POOL_SIZE: .* pooler/)
})
