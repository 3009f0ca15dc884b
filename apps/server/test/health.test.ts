import { expect, test } from 'vitest'

import { createTestApp } from './app.ts'

test('a server that can serve says so at both addresses (S-15.09, E-34)', async () => {
  const server = await createTestApp()
  for (const url of ['/healthz', '/readyz']) {
    const answer = await server.app.inject(url)
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
  }
  await server.close()
})

test('without its database a server lives and is not ready (S-15.09, E-34)', async () => {
  const unreachable = () => Promise.reject(new Error('the connection was refused'))
  const server = await createTestApp({ replace: ({ db }) => ({ db: { ...db, read: unreachable } }) })
  expect((await server.app.inject('/healthz')).statusCode).toBe(200)
  expect((await server.app.inject('/readyz')).statusCode).toBe(503)
  await server.close()
})
