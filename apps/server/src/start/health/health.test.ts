import Fastify from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'

import { createTestDatabase } from '../../../test/database.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { healthRoutes } from './routes.ts'

test('a process whose database is a standby is not ready', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { poolSize: 1 })
  await db.transaction(async tx => {
    await sql`create schema standby`.execute(tx)
    await sql`create function standby.pg_is_in_recovery() returns bool language sql as 'select true'`.execute(
      tx,
    )
  })
  const app = Fastify()
  const none = { longestWaitMs: () => 0 }
  healthRoutes(app, {
    db,
    log: pino({ level: 'silent' }),
    clock: systemClock,
    holds: none,
    placesAtProof: none,
    drain: { hasBegun: () => false },
    turns: { ages: () => [] },
  })
  const ready = async () => (await app.inject('/readyz')).statusCode
  expect(await ready()).toBe(200)
  await db.read(read => sql`set search_path to standby, pg_catalog`.execute(read))
  expect(await ready()).toBe(503)
  await db.close()
  await database.drop()
})
