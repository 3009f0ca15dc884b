import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestApp, type TestApp } from '../../test/app.ts'
import { jsonForScript } from './fill-template.ts'

let server: TestApp

beforeAll(async () => {
  server = await createTestApp()
})

afterAll(async () => {
  await server.close()
})

function get(url: string, headers: Record<string, string> = {}) {
  return server.app.inject({ url, headers: { host: 'localhost', ...headers } })
}

function firstViewOf(html: string): Record<string, unknown> {
  const json = /<script type="application\/json" id="first-view">(.*?)<\/script>/s.exec(html)?.[1]
  return JSON.parse(json ?? 'null') as Record<string, unknown>
}

describe('the order document', () => {
  test('carries markup, theme and data of the site in its default language', async () => {
    const { statusCode, headers, body } = await get('/')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
    })
    expect(body).toContain('<html lang="ja">')
    expect(body).toContain('<p>order of demo in ja</p>')
    expect(body).toContain('--color-accent')
    const view = firstViewOf(body)
    expect(view).toMatchObject({ kind: 'order', lang: 'ja', today: '2026-11-21', site: { key: 'demo' } })
    expect(view['products']).toHaveLength(3)
    expect((view['stock'] as unknown[]).length).toBeGreaterThan(80)
    expect(body).not.toMatch(/__[A-Z]+__|<!--/)
  })

  test('carries the calendar of the whole site where the day comes before the product (R-4.02)', async () => {
    const { body } = await get('/', { host: 'mori.localhost:3000' })
    const view = firstViewOf(body)
    expect(view).toMatchObject({ productUuid: null, site: { key: 'mori', orderLayout: 'date_first' } })
    const { body: calendar } = await get(`/api/v1/products/stocks-statuses?from=2026-11-21&to=2027-02-28`, {
      host: 'mori.localhost:3000',
    })
    expect(view['stock']).toEqual(JSON.parse(calendar))
    expect((view['stock'] as unknown[]).length).toBeGreaterThan(80)
  })

  test('is in the language of the cookie when the site has that language (D-12)', async () => {
    expect((await get('/', { cookie: 'a=b; lang=kr' })).body).toContain('<html lang="ko">')
    expect((await get('/', { cookie: 'lang=ko' })).body).toContain('<html lang="ja">')
  })

  test('belongs to the site of the host; an unknown host shows the demo', async () => {
    expect(firstViewOf((await get('/', { host: 'cancanfactory.localhost:3000' })).body)).toMatchObject({
      site: { key: 'cancanfactory' },
    })
    expect(firstViewOf((await get('/', { host: 'nowhere.example' })).body)).toMatchObject({
      site: { key: 'demo' },
    })
  })

  test('allows scripts by a nonce that differs in every answer, and only the hosts of the payment methods', async () => {
    const [one, two] = [await get('/'), await get('/')]
    const policy = String(one.headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(nonce).toHaveLength(24)
    expect(one.body).toContain(`nonce="${nonce}"`)
    expect(two.body).not.toContain(nonce)
    expect(policy).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}' http://127.0.0.1:9; img-src 'self' data: http://127.0.0.1:9; ` +
        `connect-src 'self' http://127.0.0.1:9; frame-src http://127.0.0.1:9; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(one.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
  })

  test('is compressed when the browser can', async () => {
    expect((await get('/', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br')
  })
})

describe('the ticket document (R-2.68)', () => {
  test('has neither a calendar nor third parties', async () => {
    const { statusCode, headers, body } = await get('/tickets/')
    expect(statusCode).toBe(200)
    expect(firstViewOf(body)).toMatchObject({ kind: 'ticket' })
    expect(firstViewOf(body)).not.toHaveProperty('stock')
    expect(headers['content-security-policy']).toContain("frame-src 'none'")
  })

  test('is found from /tickets and from links without a hash (E-32)', async () => {
    const bare = await get('/tickets')
    expect([bare.statusCode, bare.headers.location]).toEqual([301, '/tickets/'])
    const link = await get('/tickets/rsv_abc')
    expect([link.statusCode, link.headers.location]).toEqual([302, '/tickets/#/id/rsv_abc'])
    const odd = await get('/tickets/%2F%2Fevil.example%0d%0a')
    expect(odd.headers.location).toBe('/tickets/#/id/%2F%2Fevil.example%0D%0A')
  })
})

describe('any other path', () => {
  test('answers 404 with the app, which shows the not-found page (D-62)', async () => {
    const { statusCode, body } = await get('/nope/at/all?x=1')
    expect(statusCode).toBe(404)
    expect(firstViewOf(body)).toMatchObject({ kind: 'order' })
    expect(body).toContain('<div id="root"></div>')
    expect(body).toContain("location.replace('#/not-found')")
  })

  test.each([
    '/assets/gone-1.js',
    '/assets/../app.ts',
    '/assets/%2e%2e/app.ts',
    '/sites/demo/site.ts',
    '/sites/demo/../registry.ts',
    '/sites/demo/%2e%2e%2fregistry.ts',
  ])('%s is not one of our files', async url => {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(404)
    expect(body).not.toContain('import')
  })
})

describe('files', () => {
  test('of the build are cached forever', async () => {
    const { statusCode, headers } = await get('/assets/order-1a2b.js')
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('of a site are its drawings and its theme', async () => {
    expect((await get('/sites/demo/hero.svg')).headers['content-type']).toBe('image/svg+xml')
    expect((await get('/sites/demo/theme.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })
})

describe('the icon of the site', () => {
  test.each(['/favicon.ico', '/favicon.svg'])('%s is that of the host', async url => {
    const demo = await get(url)
    const other = await get(url, { host: 'cancanfactory.localhost' })
    expect([demo.statusCode, demo.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(demo.body).toBe((await get('/sites/demo/icon.svg')).body)
    expect(other.body).toBe((await get('/sites/cancanfactory/icon.svg')).body)
  })

  test('is named in every document', async () => {
    const link = '<link rel="icon" type="image/svg+xml" href="/sites/cancanfactory/icon.svg">'
    for (const url of ['/', '/tickets/', '/nope'])
      expect((await get(url, { host: 'cancanfactory.localhost' })).body).toContain(link)
  })
})

test('data in a document cannot end its script', () => {
  const text = '</script><!--\u2028\u2029'
  const json = jsonForScript({ text })
  expect(json).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual({ text })
})
