import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { testEnv } from '../../../test/shop/test-env.ts'
import { isDatabaseAway } from '../db/sql-states.ts'
import { createApp } from '../../start/app.ts'
import type { AppDeps } from '../../start/app-deps.ts'
import { registerErrorHandler } from './error-handler.ts'
import { createLog, openOutput } from './request-log.ts'
import { createSiteDirectory } from './sites.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})

afterAll(async () => {
  await server.close()
})

describe('bodies (S-15.05, R-7.02)', () => {
  const post = async (payload: string, contentType = 'application/json') => {
    const headers = { 'content-type': contentType }
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/orders', payload, headers })
    return [answer.statusCode, answer.json<{ error: unknown }>().error]
  }

  test('above 64 kB are too large', async () => {
    expect(await post(JSON.stringify({ a: 'x'.repeat(64 * 1024) }))).toEqual([413, 'payload_too_large'])
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'of type %s are refused',
    async type => {
      expect(await post('{}', type)).toEqual([415, 'unsupported_media_type'])
    },
  )

  test.each(['{', '', '{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{}}}', 'null'])(
    '%j is invalid_request',
    async text => {
      expect(await post(text)).toEqual([400, 'invalid_request'])
    },
  )

  test('that break a rule are refused with field and rule, and never with the value', async () => {
    const url = '/api/v1/products/stocks-statuses?from=2026-12-31&to=2026-13-01&product_uuid=personal-data'
    const { body } = await server.app.inject(url)
    expect(JSON.parse(body)).toEqual({
      error: 'invalid_request',
      fields: [
        { field: 'to', rule: 'date' },
        { field: 'product_uuid', rule: 'uuid' },
      ],
    })
  })
})

describe('load limits', () => {
  const ofFew = {
    variables: { REQUESTS_PER_MINUTE: '60' },
    replace: () => ({ loadLimits: 'on' as const }),
  }

  test('a client that asks more often than REQUESTS_PER_MINUTE is told so, the monitors never are', async () => {
    const limited = await createShop({ catalogue: 'demo', ...ofFew })
    for (let request = 0; request < 60; request += 1) await limited.app.inject('/api/v1/langs')
    const refused = await limited.app.inject('/api/v1/langs')
    const health = await limited.app.inject('/healthz')
    await limited.close()
    expect([refused.statusCode, refused.json()]).toEqual([429, { error: 'too_many_requests' }])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(health.statusCode).toBe(200)
  })

  const FEW = { ORDERS_PER_MINUTE: '20', REQUESTS_PER_MINUTE: '1200' }

  test('one network may order and send forms ORDERS_PER_MINUTE times, while reads continue, and another network is not concerned', async () => {
    const limited = await createShop({
      catalogue: 'demo',
      variables: FEW,
      replace: () => ({ loadLimits: 'on' }),
    })
    const post = (url: string, remoteAddress = '2001:db8::1') =>
      limited.app.inject({ method: 'POST', url, payload: {}, remoteAddress })
    const statuses = new Map<string, number>()
    for (const url of ['/api/v1/orders', '/api/v1/ordermails/x']) {
      for (let request = 0; request < 20; request += 1)
        expect((await post(url, `2001:db8::${request}`)).statusCode).toBe(400)
      statuses.set(url, (await post(url)).statusCode)
    }
    const other = await post('/api/v1/orders', '2001:db8:0:1::1')
    const read = await limited.app.inject({ url: '/api/v1/langs', remoteAddress: '2001:db8::1' })
    await limited.close()
    expect([...statuses.values()]).toEqual([429, 429])
    expect([other.statusCode, read.statusCode]).toEqual([400, 200])
  })

  test('two processes allow one network together what one allows, and a restart forgets nothing', async () => {
    const first = await createShop({
      catalogue: 'demo',
      variables: FEW,
      replace: () => ({ loadLimits: 'on' }),
    })
    const startOther = () => createApp({ ...first.deps, loadLimits: 'on' })
    const order = async (app: FastifyInstance) =>
      (await app.inject({ method: 'POST', url: '/api/v1/orders', payload: {} })).statusCode
    const many = async (app: FastifyInstance, times: number) => {
      const statuses = []
      for (let time = 0; time < times; time += 1) statuses.push(await order(app))
      return statuses
    }
    const second = await startOther()
    expect(await many(second, 15)).not.toContain(429)
    // As it stops, a process tells what it has counted.
    await second.close()
    const third = await startOther()
    expect(await many(third, 5)).not.toContain(429)
    await expect.poll(() => order(third)).toBe(429)
    first.clock.advance(60_000)
    expect(await order(third)).toBe(400)
    await third.close()
    await first.close()
  })

  test('calls to pay that open nothing keep nobody of the same network from paying', async () => {
    const limited = await createShop({
      catalogue: 'demo',
      variables: { PAYMENTS_PER_MINUTE: '20' },
      replace: () => ({ loadLimits: 'on' }),
    })
    const pay = async (token: string) => {
      const payload = { payment_method_type: 'free' }
      return (await limited.app.inject({ method: 'POST', url: `/api/v1/orders/checkout/${token}`, payload }))
        .statusCode
    }
    const statuses = []
    for (let call = 0; call < 40; call += 1)
      statuses.push(await pay(call % 2 === 0 ? 'x' : `ord_${'A'.repeat(24)}`))
    await limited.close()
    expect(new Set(statuses)).toEqual(new Set([404]))
  })

  test('one address may try sixty words of a promotion a minute (R-7.48)', async () => {
    const limited = await createShop({ catalogue: 'demo', replace: () => ({ loadLimits: 'on' }) })
    const guess = (word: number) =>
      limited.app.inject(`/api/v1/membership/promotion?membership_key=club&membership_value=${word}`)
    for (let word = 0; word < 60; word += 1) expect((await guess(word)).statusCode).toBe(404)
    const refused = await guess(60)
    await limited.close()
    expect(refused.statusCode).toBe(429)
  })

  test('pages that do not exist are limited too', async () => {
    const limited = await createShop({ catalogue: 'demo', ...ofFew })
    for (let request = 0; request < 60; request += 1) await limited.app.inject('/api/nowhere')
    const refused = await limited.app.inject('/nowhere')
    await limited.close()
    expect(refused.statusCode).toBe(429)
  })

  test.each([
    [{ code: 'ECONNREFUSED' }, true],
    [{ code: '57P01' }, true],
    [{ code: '53300' }, true],
    [{ code: '08006' }, true],
    [{ code: '08P01', routine: 'pq_getmsgend' }, false],
    [{ code: '08P01' }, true],
    [{ code: '57014' }, true],
    [{ code: '55P03' }, true],
    [{ code: '25006' }, true],
    [{ code: '0A000', message: 'cannot access temporary or unlogged relations during recovery' }, true],
    [{ code: '0A000', message: 'cannot insert into a view' }, false],
    [{ code: '23505' }, false],
    [{}, false],
  ])('an error with %o means that the database is unavailable: %s', (properties, expected) => {
    expect(isDatabaseAway(Object.assign(new Error('x'), properties))).toBe(expected)
  })
})

describe('sites', () => {
  const sites = SITE_KEYS.map(siteOf)

  test('are found by their host and linked to by their origin', () => {
    const directory = createSiteDirectory(
      testEnv({ PORT: '4000', SITE_HOSTS: 'cancanfactory=Tickets.example.com' }),
      sites,
    )
    expect(directory.ofHost('localhost:4000').key).toBe('demo')
    expect(directory.ofHost('cancanfactory.localhost:4000').key).toBe('cancanfactory')
    expect(directory.ofHost('tickets.EXAMPLE.com').key).toBe('cancanfactory')
    expect(directory.ofHost('tickets.example.com.').key).toBe('cancanfactory')
    expect(directory.ofHost('tickets.example.com.:443').key).toBe('cancanfactory')
    expect(directory.ofHost('unknown.example').key).toBe('demo')
    expect(directory.originOf('demo')).toBe('http://localhost:4000')
    expect(directory.originOf('cancanfactory')).toBe('http://tickets.example.com')
  })

  test('in production are linked to by https, except on this machine', () => {
    const hosts = [
      'demo=tickets.example.com',
      ...SITE_KEYS.filter(key => key !== 'demo').map(key => `${key}=${key}.localhost:4000`),
    ]
    const env = { ...testEnv({ SITE_HOSTS: hosts.join() }), production: true }
    const directory = createSiteDirectory(env, sites)
    expect(directory.originOf('demo')).toBe('https://tickets.example.com')
    expect(directory.originOf('cancanfactory')).toBe('http://cancanfactory.localhost:4000')
  })

  test('have their pages at the origins of their hosts, and nobody else does', () => {
    const directory = createSiteDirectory(
      testEnv({ PORT: '4000', SITE_HOSTS: 'mori=tickets.example.com,mori=m.example.com:80' }),
      sites,
    )
    const keyAt = (origin: string) => directory.ofOrigin(origin)?.key
    expect(keyAt('http://localhost:4000')).toBe('demo')
    expect(keyAt('http://izura.localhost:4000')).toBe('izura')
    expect(keyAt('http://tickets.example.com')).toBe('mori')
    expect(keyAt('http://m.example.com')).toBe('mori')
    for (const stranger of [
      'http://mori.localhost:4000',
      'https://tickets.example.com',
      'http://tickets.example.com:8080',
      'http://tickets.example.com.evil.example',
      'http://localhost:4001',
      'http://nobody.localhost:4000',
      'null',
      '',
    ])
      expect([stranger, keyAt(stranger)]).toEqual([stranger, undefined])
    const pinned = createSiteDirectory(testEnv({ PORT: '4000', SITE_KEY: 'mori' }), sites)
    expect(pinned.ofOrigin('http://localhost:4000')?.key).toBe('mori')
    expect(pinned.ofOrigin('http://demo.localhost:4000')).toBeUndefined()
  })

  test('in production each served site has a host: mails never link to this machine by mistake', () => {
    const start = (variables: Record<string, string>) => () =>
      createSiteDirectory({ ...testEnv(variables), production: true }, sites)
    const allBut = (homeless: string) =>
      SITE_KEYS.filter(key => key !== homeless).map(key => `${key}=${key}.example.com`)
    expect(start({})).toThrow(/^SITE_HOSTS: production needs the host of /)
    expect(start({ SITE_HOSTS: allBut('cancanfactory').join() })).toThrow(
      /^SITE_HOSTS: production needs the host of cancanfactory/,
    )
    expect(start({ SITE_KEY: 'demo' })).toThrow(/^SITE_HOSTS: .* demo/)
    expect(start({ SITE_KEY: 'demo', SITE_HOSTS: 'demo=tickets.example.com' })).not.toThrow()
  })

  test('SITE_KEY pins every host to one site; without it an unknown host is the demo (R-1.38, D-57)', () => {
    const directory = createSiteDirectory(testEnv({ PORT: '4000', SITE_KEY: 'cancanfactory' }), sites)
    expect(directory.ofHost('demo.localhost').key).toBe('cancanfactory')
    expect(directory.originOf('cancanfactory')).toBe('http://localhost:4000')
    expect(createSiteDirectory(testEnv({}), sites).ofHost('nobody.example').key).toBe('demo')
  })

  test.each([
    ['SITE_KEY', { SITE_KEY: 'nowhere' }],
    ['SITE_HOSTS', { SITE_HOSTS: 'nowhere=x.example' }],
  ])('%s must name a site that exists', (name, variables) => {
    expect(() => createSiteDirectory(testEnv(variables), sites)).toThrow(`${name}: there is no site nowhere`)
  })
})

test('production tells browsers to use https only, for a year and with every subdomain (S-15.04)', async () => {
  const production = await createShop({
    catalogue: 'demo',
    replace: ({ env }) => ({ env: { ...env, production: true } }),
  })
  const answers = await Promise.all(
    ['/', '/api/v1/langs', '/nowhere', '/healthz'].map(url => production.app.inject(url)),
  )
  await production.close()
  for (const { headers } of answers)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test.each([
  [undefined, 1],
  ['10.0.0.1', 0],
])('production that trusts the proxies %s warns %i times', async (proxies, warnings) => {
  const variables = proxies === undefined ? {} : { TRUST_PROXY: proxies }
  const replace = ({ env }: Pick<AppDeps, 'env'>) => ({ env: { ...env, production: true } })
  const production = await createShop({ catalogue: 'demo', variables, replace })
  await production.close()
  expect(production.logged.filter(line => line.includes('TRUST_PROXY'))).toHaveLength(warnings)
})

describe('what proxies say of a visitor', () => {
  const PROXY = '10.0.0.1'
  /** How many requests each of two visitors has left who say that they come from these addresses, and whose site they see. */
  const ask = async (variables: Record<string, string>, remoteAddress: string, from: readonly string[]) => {
    const replace = () => ({ loadLimits: 'on' as const })
    const { app, close } = await createShop({
      catalogue: 'demo',
      variables: { REQUESTS_PER_MINUTE: '60', ...variables },
      replace,
    })
    const seen: string[] = []
    for (const address of from) {
      const forwarded = { 'x-forwarded-for': address, 'x-forwarded-host': 'cancanfactory.localhost' }
      const headers = { host: 'localhost', 'x-real-ip': address, forwarded: `for=${address}`, ...forwarded }
      const answer = await app.inject({ url: '/', remoteAddress, headers })
      const site = /"key":"(\w+)"/.exec(answer.body)?.[1]
      seen.push(`${site} ${String(answer.headers['x-ratelimit-remaining'])}`)
    }
    await close()
    return seen
  }

  test.each([
    ['without a proxy', {}, '203.0.113.9'],
    ['past the proxy', { TRUST_PROXY: PROXY }, '203.0.113.9'],
  ])('is not believed %s', async (_, variables, address) => {
    expect(await ask(variables, address, ['192.0.2.1', '192.0.2.2'])).toEqual(['demo 59', 'demo 58'])
  })

  test('is believed of the proxy alone, not of what the visitor wrote before it', async () => {
    const written = ['192.0.2.1', '192.0.2.2', '192.0.2.7, 192.0.2.2']
    expect(await ask({ TRUST_PROXY: PROXY }, PROXY, written)).toEqual([
      'cancanfactory 59',
      'cancanfactory 59',
      'cancanfactory 58',
    ])
  })
})

test.each([
  '/api/v1/products?lang=ja&lang=en',
  '/api/v1/products?lang[]=ja',
  '/api/v1/products?lang=ja&site=mori',
  '/api/v1/products/stocks-statuses?from=2026-12-01&to=2026-12-02&to=2026-12-03',
])('a parameter that comes twice, or is none, is refused: %s', async url => {
  expect((await server.app.inject(url)).json()).toMatchObject({ error: 'invalid_request' })
})

test('a refused request is one line that says when, where, what and why, and bears the id of its answer', async () => {
  const { app, deps, logged, close } = await createShop({ catalogue: 'demo' })
  const unknown = deps.tokens.derive('order', 'nobody')
  const answers = [
    await app.inject(`/api/v1/orders/${unknown}`),
    await app.inject('/api/v1/texts?langs=ja'),
    await app.inject({
      method: 'POST',
      url: '/api/v1/orders',
      payload: 'x',
      headers: { 'content-type': 'text/plain' },
    }),
  ]
  await close()
  const lines = logged.map(line => JSON.parse(line) as Record<string, unknown>)
  const found = answers.map(({ headers }) => lines.filter(({ reqId }) => reqId === headers['x-request-id']))
  expect(found).toEqual([
    [expect.objectContaining({ route: '/api/v1/orders/:token', refusal: 'record not found', status: 404 })],
    [expect.objectContaining({ route: '/api/v1/texts', refusal: 'invalid_request', status: 400 })],
    [
      expect.objectContaining({
        method: 'POST',
        refusal: 'unsupported_media_type',
        status: 415,
        site: 'demo',
      }),
    ],
  ])
  for (const [line] of found) expect(line?.['time']).toEqual(expect.any(Number))
})

test('an unexpected error is answered with a request id alone, and logged under it with its stack', async () => {
  const logged: string[] = []
  const app = Fastify({
    loggerInstance: createLog('info', { write: line => logged.push(line) }) as FastifyBaseLogger,
  })
  registerErrorHandler(app)
  app.get('/breaks', async () => {
    throw new Error('select secret from orders')
  })
  const answer = await app.inject('/breaks')
  await app.close()
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ request_id: expect.any(String) })
  const line = logged.find(one => one.includes('request failed')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({
    level: 50,
    reqId: answer.json<{ request_id: string }>().request_id,
    route: '/breaks',
    err: { message: 'select secret from orders', stack: expect.stringContaining('http.test.ts') },
  })
})

test('whatever a text contains, it stays in its line of the log', () => {
  const lines: string[] = []
  const text = 'x"}\r\n{"level":50,"msg":"forged"}\u2028\u001b[31m'
  createLog('info', { write: line => lines.push(line) }).info({ err: new Error(text), text }, text)
  expect(lines).toHaveLength(1)
  for (const raw of ['\r', '\n', '\u001b']) expect(lines[0]?.trimEnd()).not.toContain(raw)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, text, msg: text })
})

test('lines are handed to the system together', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-log-'))
  const file = path.join(folder, 'log')
  const fd = openSync(file, 'a')
  const output = openOutput(fd)
  const log = createLog('info', output)
  for (let line = 0; line < 5; line += 1) log.info({ line })
  expect(readFileSync(file, 'utf8')).toBe('')
  output.flushSync()
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(5)
  output.end()
  rmSync(folder, { recursive: true })
})

test('a database that is away is one line a second, whoever meets it; anything else is written each time', () => {
  const lines: string[] = []
  let nowMs = 0
  const log = createLog('info', { write: line => lines.push(line) }, () => nowMs)
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  for (let index = 0; index < 50; index += 1)
    log.child({ process: index }).error({ err: away, order: index }, 'the job queue met an error')
  log.error({ err: new Error('a bug') }, 'request failed')
  nowMs = 999
  log.warn({ err: away }, 'the database does not answer')
  nowMs = 1_000
  log.error({ err: away }, 'ended order not released')
  nowMs = 2_000
  log.error({ err: away }, 'reconciler failed')
  expect(lines.map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, process: 0, order: 0, msg: 'the job queue met an error' }),
    expect.objectContaining({ msg: 'request failed' }),
    expect.objectContaining({ level: 50, more: 50, msg: 'ended order not released' }),
    expect.not.objectContaining({ more: expect.anything() }),
  ])
})

test('the log of an error never contains the values of a row, which the database quotes', () => {
  const lines: string[] = []
  const quotes = { detail: 'person@example.com', where: 'person@example.com', internalQuery: 'person@' }
  const err = Object.assign(new Error('invalid input'), { ...quotes, code: '22P05' })
  createLog('error', { write: line => lines.push(line) }).error({ err }, 'request failed')
  expect(lines.join('')).toContain('22P05')
  expect(lines.join('')).not.toContain('person@')
})

test('the log has routes, never addresses, queries or tokens (S-15.02)', async () => {
  const { app, logged, close } = await createShop({ catalogue: 'demo' })
  await app.inject('/api/v1/orders/ord_secret?mail=person@example.com')
  await close()
  expect(logged.join('')).toContain('/api/v1/orders/:token')
  expect(logged.join('')).not.toMatch(/ord_secret|person@/)
})
