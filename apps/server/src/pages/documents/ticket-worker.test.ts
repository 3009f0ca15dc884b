import vm from 'node:vm'

import { expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'

const WORKER = '/tickets/worker.js'

async function open(variables: Readonly<Record<string, string>> = {}) {
  const server: DemoShop = await createShop({ catalogue: 'demo', variables })
  const get = (url: string) => server.app.inject({ url, headers: { host: 'localhost' } })
  return { server, get }
}

const policyOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string =>
  String(headers['content-security-policy'])

test('ticket pages alone name the worker and may start it; it reaches calls and files, and may load no script (S-15.04)', async () => {
  const { server, get } = await open({ API_ORIGIN: 'http://api.localhost:3000' })
  const [ticket, order, nowhere] = [await get('/tickets/'), await get('/'), await get('/nowhere')]
  expect(ticket.body).toContain(`<meta name="ticket-worker" content="${WORKER}">`)
  expect(policyOf(ticket)).toContain("worker-src 'self'")
  for (const other of [order, nowhere]) {
    expect(other.body).not.toContain(WORKER)
    expect(policyOf(other)).not.toContain('worker-src')
  }
  const { statusCode, headers, body } = await get(WORKER)
  await server.close()
  expect([statusCode, body]).toEqual([200, '/* the worker */'])
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(policyOf({ headers })).toMatch(
    /^default-src 'none'; connect-src 'self' http:\/\/api\.localhost:3000; require-trusted-types-for 'script'; trusted-types 'none';/,
  )
})

test('TICKETS_OFFLINE=off: no page names a worker, and the one on a device forgets what is kept, and itself', async () => {
  const { server, get } = await open({ TICKETS_OFFLINE: 'off' })
  const [ticket, worker] = [await get('/tickets/'), await get(WORKER)]
  await server.close()
  expect(ticket.body).not.toContain(WORKER)
  expect(policyOf(ticket)).not.toMatch(/worker-src|kippu-worker/)

  const heard = new Map<string, (event: object) => void>()
  const done: string[] = []
  const names = new Set(['kippu-tickets-answers', 'kippu-tickets-1'])
  const scope = {
    addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener),
    skipWaiting: async () => done.push('skips'),
    registration: { unregister: async () => done.push('unregisters') },
  }
  const caches = { keys: async () => [...names], delete: async (name: string) => names.delete(name) }
  vm.runInNewContext(worker.body, { self: scope, caches, Promise })
  for (const name of ['install', 'activate']) {
    let work: unknown
    heard.get(name)?.({ waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
  expect(done).toEqual(['skips', 'unregisters'])
  expect(names.size).toBe(0)
})
