import { expect, test } from 'vitest'

import { createTurns } from '../src/platform/jobs/turns.ts'
import { createShop } from './shop/shop.ts'

test('a server that can serve says so at both addresses (S-15.09, E-34)', async () => {
  const server = await createShop({ catalogue: 'demo' })
  for (const url of ['/healthz', '/readyz']) {
    const answer = await server.app.inject(url)
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
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
