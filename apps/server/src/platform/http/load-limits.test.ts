import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'

import { TEXTS } from '@kippu/texts/texts'
import Fastify from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { insertWhereEnough } from '../../orders/holds/insert-orders.ts'
import { createBatchedHolds } from '../../orders/holds/batched-holds.ts'
import { registerErrorHandler } from './error-handler.ts'
import { registerLoadLimits } from './load-limits.ts'
import { createMinuteCounts } from './minute-counts.ts'

const BUSY = { error: 'busy' }

test('a visitor who finds the hold queue full is told to come again, and those in the queue are served', async () => {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const shop = await createShop({
    replace: ({ db }) => ({
      holds: createBatchedHolds({
        db,
        holdSeconds: 60,
        mostWaiting: 1,
        takeAll: async held => {
          begun.resolve()
          await gate.promise
          return db.write(insertWhereEnough, held)
        },
      }),
    }),
  })
  const { productUuid, spans, adult } = shop.catalogue
  const payload = {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: spans[0],
    quantity: 1,
    option_values: [{ option_value_id: adult, quantity: 1 }],
  }
  const order = async () => shop.app.inject({ method: 'POST', url: '/api/v1/orders', payload })

  const inFlight = order()
  await begun.promise
  const two = [order(), order()]
  // One of the two waits, and cannot be answered before the gate opens.
  const refused = await Promise.race(two)
  gate.resolve()
  const served = (await Promise.all([inFlight, ...two])).filter(({ statusCode }) => statusCode === 201)
  await shop.close()

  expect([refused.statusCode, refused.json()]).toEqual([503, BUSY])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(served).toHaveLength(2)
})

test('a process that cannot keep up sheds load, and still answers the monitors and the parts of its pages', async () => {
  const app = Fastify()
  registerErrorHandler(app)
  // One byte of memory is already too much, which the first sample finds.
  await registerLoadLimits(app, {
    requestsPerMinute: 1_200,
    ordersPerMinute: 60,
    paymentsPerMinute: 60,
    guessesPerMinute: 60,
    clock: { now: () => 0 },
    shared: createMinuteCounts({ now: () => 0 }),
    pressure: { maxRssBytes: 1, sampleInterval: 10 },
  })
  for (const url of ['/anything', '/healthz', '/assets/app.js', '/sites/demo/hero.svg', '/api/v1/products'])
    app.get(url, async () => 'ok')
  await expect.poll(async () => (await app.inject('/anything')).statusCode).toBe(503)
  const shed = await app.inject('/anything')
  const page = await app.inject({ url: '/anything', headers: { accept: 'text/html,*/*', cookie: 'lang=kr' } })
  const call = await app.inject({ url: '/api/v1/products', headers: { accept: 'text/html' } })
  const watched = await app.inject('/healthz')
  const parts = [await app.inject('/assets/app.js'), await app.inject('/sites/demo/hero.svg')]
  await app.close()
  expect(shed.json()).toEqual(BUSY)
  expect(Number(shed.headers['retry-after'])).toBeGreaterThan(0)
  expect(watched.statusCode).toBe(200)
  expect(parts.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(call.json()).toEqual(BUSY)
  // A person is told by a page, which asks by itself whether there is room again.
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
  expect(page.body).toContain('<html lang="ko"')
  expect(page.body).toContain(TEXTS.error_busy_waiting.kr)
  expect(page.body).toContain(TEXTS.error_busy_waiting.en)
  const policy = String(page.headers['content-security-policy'])
  for (const block of ['script', 'style']) {
    const text = new RegExp(`<${block}>(.*)</${block}>`).exec(page.body)?.[1] ?? ''
    expect(policy).toContain(`${block}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
})

describe('over the wire', () => {
  let server: DemoShop | undefined

  afterEach(async () => {
    await server?.close()
    server = undefined
  })

  /** The full reply to these bytes, until the server closes the connection. */
  async function exchange({ app }: DemoShop, bytes: string): Promise<string> {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
    let answer = ''
    socket.on('data', (text: string) => {
      answer += text
    })
    // A server that has refused may reset the connection.
    socket.on('error', () => undefined)
    socket.write(bytes)
    await once(socket, 'close')
    return answer
  }

  test('a client has ten seconds for its headers and thirty for its request', async () => {
    server = await createShop({ catalogue: 'demo' })
    const { headersTimeout, requestTimeout, keepAliveTimeout } = server.app.server
    expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 72_000,
    })
  })

  test('headers above 16 kB are refused', async () => {
    server = await createShop({ catalogue: 'demo' })
    const head = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`
    expect(await exchange(server, head)).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('a request with broken framing ends its connection, and is not logged as an error of ours', async () => {
    const broken = await createShop({ catalogue: 'demo', replace: () => ({ loadLimits: 'on' }) })
    server = broken
    const head = 'POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    const answer = await exchange(server, `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`)
    await server.close()
    server = undefined
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(broken.logged.filter(line => line.includes('"level":50'))).toEqual([])
  })

  test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}abc'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['another coding than chunks', 'Transfer-Encoding: xchunked\r\n\r\n{}'],
    ['a length below zero', 'Content-Length: -1\r\n\r\n{}'],
  ])('a request with %s is refused, so that nothing can be smuggled behind it', async (_, rest) => {
    server = await createShop({ catalogue: 'demo' })
    const head = 'POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    const answer = await exchange(server, `${head}${rest}`)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  })

  test.each([
    ['two hosts', 'GET / HTTP/1.1\r\nHost: demo.localhost\r\nHost: mori.localhost\r\n'],
    ['the same host twice', 'GET / HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n'],
    ['an empty host', 'GET / HTTP/1.1\r\nHost:\r\n'],
    ['a user in its host', 'GET / HTTP/1.1\r\nHost: demo.localhost@mori.localhost\r\n'],
    ['a list of hosts', 'GET / HTTP/1.1\r\nHost: demo.localhost, mori.localhost\r\n'],
    ['a space in its host', 'GET / HTTP/1.1\r\nHost: demo.localhost mori.localhost\r\n'],
    ['a path in its host', 'GET / HTTP/1.1\r\nHost: demo.localhost/mori.localhost\r\n'],
    ['a port that is none', 'GET /nowhere HTTP/1.1\r\nHost: localhost:80a\r\n'],
    ['two hosts by HTTP/1.0', 'GET / HTTP/1.0\r\nHost: localhost\r\nHost: localhost\r\n'],
  ])('a request with %s is refused, so that no proxy in front reads another site', async (_, head) => {
    server = await createShop({ catalogue: 'demo' })
    const answer = await exchange(server, `${head}Connection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain("content-security-policy: default-src 'none'")
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toContain('{"error":"invalid_request"}')
  })

  test.each(['localhost', 'LOCALHOST.:4000', '127.0.0.1:4000', '[::1]:4000', 'a_b-c.example'])(
    'a request to %s is served',
    async host => {
      server = await createShop({ catalogue: 'demo' })
      const head = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      expect(await exchange(server, head)).toMatch(/^HTTP\/1\.1 200 /)
    },
  )

  test.each(['TRACE', 'PROPFIND', 'DEBUG', 'CONNECT'])('%s is served nowhere', async method => {
    server = await createShop({ catalogue: 'demo' })
    const head = `${method} /healthz HTTP/1.1\r\nHost: localhost\r\nX-Mine: repeated\r\nConnection: close\r\n\r\n`
    const answer = await exchange(server, head)
    expect(answer).not.toMatch(/HTTP\/1\.1 [23]|repeated/)
  })

  test('a probe of HTTP/1.0 needs no host', async () => {
    server = await createShop({ catalogue: 'demo' })
    expect(await exchange(server, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })
})
