import Fastify from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'

import { systemClock } from '../src/platform/clock.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { createTurns } from '../src/platform/jobs/turns.ts'
import { createSiteContent } from '../src/sites/content/site-content.ts'
import { healthRoutes } from '../src/start/health/routes.ts'
import { createTestDatabase } from './database.ts'
import { createShop } from './shop/shop.ts'

test('a server that can serve says so at both addresses (S-15.09, E-34)', async () => {
  const server = await createShop({ catalogue: 'demo' })
  for (const [url, more] of [
    ['/healthz', {}],
    ['/readyz', { disk: 'ok' }],
  ] as const) {
    const answer = await server.app.inject(url)
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok', ...more }])
  }
  await server.close()
})

test('a worker one of whose loops has not come round for a minute is not alive (S-15.09, E-34)', async () => {
  let nowMs = 0
  const turns = createTurns(() => nowMs)
  const turned = turns.watch('reconciler')
  turns.watchBy('mails', () => 0)
  const server = await createShop({ catalogue: 'demo', replace: () => ({ turns }) })
  const statusAt = async (ms: number) => {
    nowMs = ms
    return (await server.app.inject('/healthz')).statusCode
  }
  expect([await statusAt(60_000), await statusAt(60_001)]).toEqual([200, 503])
  turned()
  expect(await statusAt(60_002)).toBe(200)
  await server.close()
  expect(server.logged.join('')).toContain('"loops":["reconciler"]')
})

test('without its database a server lives and is not ready, and for a minute everybody reads what was public, with its age (S-15.09, E-34)', async () => {
  let isAway = false
  const refused = async () => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  }
  const server = await createShop({
    replace: ({ db: there, clock }) => {
      const db: Database = {
        ...there,
        read: work => (isAway ? refused() : there.read(work)),
        find: (read, question) => (isAway ? refused() : there.find(read, question)),
      }
      return { db, content: createSiteContent({ db, clock }) }
    },
  })
  const pages = ['/', '/tickets/', '/api/v1/langs', '/api/v1/texts?lang=en', '/api/v1/products']
  const look = async () =>
    new Set(
      await Promise.all(
        pages.map(async url => {
          const { statusCode, headers } = await server.app.inject(url)
          return `${statusCode} ${headers.age ?? ''}`
        }),
      ),
    )
  expect(await look()).toEqual(new Set(['200 ']))
  isAway = true
  server.clock.advance(5_000)
  expect(await look()).toEqual(new Set(['200 5']))
  expect((await server.app.inject('/healthz')).statusCode).toBe(200)
  expect((await server.app.inject('/readyz')).statusCode).toBe(503)
  server.clock.advance(55_000)
  expect(await look()).toEqual(new Set(['503 ']))
  isAway = false
  expect(await look()).toEqual(new Set(['200 ']))
  await server.close()
})

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

test('where the disk of the database is full orders are refused and counted, and what is read goes on, which a balancer is told (S-15.09)', async () => {
  const shop = await createShop()
  const look = async () => {
    const [ready, read, metrics] = [
      await shop.app.inject('/readyz'),
      await shop.app.inject('/api/v1/products'),
      await shop.app.inject('/metrics'),
    ]
    const refused = /^kippu_full_disk_refusals_total (\d+)$/m.exec(metrics.body)?.[1] ?? '0'
    return {
      ready: ready.statusCode,
      ...ready.json<object>(),
      read: read.statusCode,
      refused: Number(refused),
    }
  }
  const before = await look()
  await shop.db.transaction(async tx => {
    await sql`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(tx)
    await sql`create trigger no_room before insert on orders execute function no_room()`.execute(tx)
  })
  for (let asked = 0; asked < 3; asked += 1)
    expect(await shop.order(1)).toMatchObject({ status: 503, body: { error: 'busy' } })
  const full = { status: 'ok', disk: 'full', ready: 200, read: 200, refused: before.refused + 3 }
  expect(await look()).toEqual(full)
  await shop.db.transaction(tx => sql`drop function no_room() cascade`.execute(tx))
  expect((await shop.order(1)).status).toBe(201)
  shop.clock.advance(59_999)
  expect(await look()).toEqual(full)
  shop.clock.advance(1)
  expect(await look()).toEqual({ ...full, disk: 'ok' })
  await shop.close()
})
