import type { Call } from '@kippu/contract/call'
import { CALLS } from '@kippu/contract/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { findOffer } from '../../../test/shop/find-offer.ts'

const API = 'https://api.example.com'
const HOSTS = { demo: 'demo.example.com', mori: 'mori.example.com' } as const
const originOf = (site: keyof typeof HOSTS): string => `http://${HOSTS[site]}`
const STRANGERS = ['https://evil.example', 'http://demo.example.com.evil.example', 'null']

let server: DemoShop

beforeAll(async () => {
  server = await createShop({
    catalogue: 'demo',
    variables: { API_ORIGIN: API, SITE_HOSTS: `demo=${HOSTS.demo},mori=${HOSTS.mori}` },
  })
})

afterAll(() => server.close())

const headersOf = (origin: string | undefined, more = {}) => ({
  host: new URL(API).host,
  ...(origin !== undefined && { origin }),
  ...more,
})
const get = (url: string, origin?: string, more = {}) =>
  server.app.inject({ url, headers: headersOf(origin, more) })
const preflight = (url: string, origin: string, method = 'POST') =>
  server.app.inject({
    method: 'OPTIONS',
    url,
    headers: headersOf(origin, {
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
    }),
  })
const grantsOf = (headers: object): string[] =>
  Object.keys(headers).filter(name => name.startsWith('access-control-'))

describe('documents (D-71, R-7.01)', () => {
  test.each(['/', '/tickets/', '/nowhere'])('%s names the origin of calls and may call it', async url => {
    const { body, headers } = await server.app.inject({ url, headers: { host: HOSTS.demo } })
    expect(body).toContain(`<meta name="api-origin" content="${API}">`)
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${API}`)
  })

  test('without the variable name nothing, and calls of other origins are allowed nowhere', async () => {
    const plain = await createShop({ catalogue: 'demo', variables: { SITE_HOSTS: `mori=${HOSTS.mori}` } })
    const page = await plain.app.inject({ url: '/', headers: { host: 'localhost' } })
    const headers = { host: 'localhost', origin: originOf('mori') }
    const read = await plain.app.inject({ url: '/api/v1/langs', headers })
    await plain.close()
    expect(page.body).not.toContain('api-origin')
    expect(page.headers['content-security-policy']).not.toContain('example.com')
    expect([read.headers.vary, grantsOf(read.headers)]).toEqual(['Accept-Encoding', []])
  })

  test('at the host of calls are those of that host, whoever asks: a cache keeps them for everybody', async () => {
    const plain = await get('/')
    const asked = await get('/', originOf('mori'))
    expect([asked.body, asked.headers.vary]).toEqual([plain.body, 'Cookie, Accept-Encoding'])
    expect(grantsOf(asked.headers)).toEqual([])
  })
})

describe('calls at the host of API_ORIGIN', () => {
  test('are allowed to the pages of our sites, without cookies', async () => {
    const { statusCode, headers } = await get('/api/v1/langs', originOf('mori'))
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'access-control-allow-origin': originOf('mori'),
      'access-control-expose-headers': 'Date',
    })
    expect(grantsOf(headers)).toHaveLength(2)
  })

  test.each(STRANGERS)('are not allowed to the pages of %s', async stranger => {
    for (const { statusCode, headers } of [
      await get('/api/v1/langs', stranger),
      await preflight(CALLS.createOrder.path, stranger),
    ])
      expect([statusCode === 204, grantsOf(headers), headers.vary]).toEqual([
        false,
        [],
        expect.stringMatching(/^Origin/),
      ])
  })

  test('are about the site whose page makes them', async () => {
    const uuids = async (origin?: string) =>
      (await get('/api/v1/products?lang=ja', origin)).json<{ uuid: string }[]>().map(({ uuid }) => uuid)
    const atHome = async (host: string) =>
      (await server.app.inject({ url: '/api/v1/products?lang=ja', headers: { host } }))
        .json<{ uuid: string }[]>()
        .map(({ uuid }) => uuid)
    for (const site of ['demo', 'mori'] as const)
      expect(await uuids(originOf(site))).toEqual(await atHome(HOSTS[site]))
    expect(await uuids(originOf('demo'))).not.toEqual(await uuids(originOf('mori')))
  })

  test('a browser that keeps the answer for one site asks anew for another', async () => {
    for (const url of ['/api/v1/products?lang=ja', '/api/v1/texts?lang=ja', '/api/v1/langs']) {
      const demo = await get(url, originOf('demo'))
      expect(demo.headers.vary).toBe('Origin, Accept-Encoding')
      const again = await get(url, originOf('demo'), { 'if-none-match': demo.headers.etag })
      expect([again.statusCode, again.headers.vary]).toEqual([304, 'Origin, Accept-Encoding'])
      expect(again.headers['access-control-allow-origin']).toBe(originOf('demo'))
    }
    const { headers } = await get('/api/v1/products?lang=ja', originOf('demo'))
    const other = await get('/api/v1/products?lang=ja', originOf('mori'), { 'if-none-match': headers.etag })
    expect(other.statusCode).toBe(200)
  })

  test('refuse the token of another site', async () => {
    const offer = await findOffer(server)
    const payload = {
      lang: 'ja',
      product_uuid: offer.productUuid,
      time_span_id: offer.timeSpanId,
      quantity: 1,
      option_values: [{ option_value_id: offer.optionValueIds[0], quantity: 1 }],
    }
    const made = await server.app.inject({
      method: 'POST',
      url: '/api/v1/orders',
      headers: headersOf(originOf('demo')),
      payload,
    })
    expect(made.statusCode).toBe(201)
    const { order_token: token } = made.json<{ order_token: string }>()
    const read = async (origin?: string) => (await get(`/api/v1/orders/${token}`, origin)).statusCode
    expect([await read(originOf('demo')), await read(originOf('mori'))]).toEqual([200, 404])
    // The origin counts at the host of calls alone.
    const elsewhere = { host: HOSTS.mori, origin: originOf('demo') }
    const there = await server.app.inject({ url: `/api/v1/orders/${token}`, headers: elsewhere })
    expect([there.statusCode, grantsOf(there.headers)]).toEqual([404, []])
  })

  test('a refusal can be read by the page, one for too many calls too', async () => {
    const refused = await get('/api/v1/orders/nothing', originOf('demo'))
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([
      404,
      originOf('demo'),
    ])
    const limited = await createShop({
      catalogue: 'demo',
      variables: { API_ORIGIN: API, SITE_HOSTS: `demo=${HOSTS.demo}`, REQUESTS_PER_MINUTE: '60' },
      replace: () => ({ loadLimits: 'on' }),
    })
    const ask = () =>
      limited.app.inject({ url: '/api/v1/orders/nothing', headers: headersOf(originOf('demo')) })
    for (let request = 0; request < 60; request += 1) await ask()
    const last = await ask()
    await limited.close()
    expect([last.statusCode, last.headers['access-control-allow-origin']]).toEqual([429, originOf('demo')])
  })
})

/** A preflight is about a path, of whose calls one may take a key. */
const REPEATABLE = new Set(
  Object.values<Call>(CALLS)
    .filter(({ repeatable }) => repeatable)
    .map(({ path }) => path),
)

describe('a preflight', () => {
  test.each(Object.values<Call>(CALLS).map(call => [call.method, call.path, call] as const))(
    'allows %s %s, and the key of a device or a display where it needs one and nowhere else',
    async (method, path, { device, signage }) => {
      const url = path.replaceAll(/\{\w+\}/g, 'x')
      const { statusCode, headers, body } = await preflight(url, originOf('demo'), method)
      expect([statusCode, body]).toEqual([204, ''])
      expect(headers).toMatchObject({
        'access-control-allow-origin': originOf('demo'),
        'access-control-allow-headers': [
          'content-type',
          ...(device === true ? ['authorization'] : []),
          ...(signage === true ? ['x-signage-key'] : []),
          ...(REPEATABLE.has(path) ? ['idempotency-key'] : []),
        ].join(', '),
        'access-control-max-age': '86400',
        vary: 'Origin',
      })
      expect(String(headers['access-control-allow-methods']).split(', ')).toContain(method)
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    },
  )

  test.each(['/', '/tickets/', '/metrics', '/payment-webhooks/stripe', '/payment-step/x', '/api/nowhere'])(
    'allows nothing at %s',
    async url => expect(grantsOf((await preflight(url, originOf('demo'))).headers)).toEqual([]),
  )
})
