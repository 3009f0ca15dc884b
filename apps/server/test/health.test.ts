import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createTurns } from '../src/platform/jobs/turns.ts'
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

test('without its database a server lives and is not ready (S-15.09, E-34)', async () => {
  const unreachable = () => Promise.reject(new Error('the connection was refused'))
  const server = await createShop({
    catalogue: 'demo',
    replace: ({ db }) => ({ db: { ...db, read: unreachable } }),
  })
  expect((await server.app.inject('/healthz')).statusCode).toBe(200)
  expect((await server.app.inject('/readyz')).statusCode).toBe(503)
  await server.close()
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
