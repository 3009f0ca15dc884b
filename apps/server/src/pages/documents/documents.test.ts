import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { hashOf } from '../../../test/policy-hash.ts'
import { readHouses } from '../../mail/houses.ts'
import { jsonForScript } from './fill-template.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})

afterAll(async () => {
  await server.close()
})

function get(url: string, headers: Record<string, string> = {}) {
  return server.app.inject({ url, headers: { host: 'localhost', ...headers } })
}

function blocksOf(html: string, element: 'script' | 'style'): string[] {
  return Array.from(
    html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g')),
    ([, text = '']) => text,
  )
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
      'cache-control': 'public, max-age=0, s-maxage=1',
      vary: 'Cookie, Accept-Encoding',
    })
    expect(body).toContain('<html lang="ja" data-no-cookie>')
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

  test('names the colours of the calendar, and says when tickets are released next once the venue has said so', async () => {
    const { body } = await get('/')
    expect(firstViewOf(body)).toMatchObject({
      nextRelease: null,
      texts: { site_calendar_color_c2413a: 'クリスマス・お正月' },
    })
    const at = '2026-12-01T12:00:00+09:00'
    await server.db.transaction(tx =>
      tx.insertInto('settings').values({ site_key: 'softbank', key: 'Next_Release_At', value: at }).execute(),
    )
    const { body: told } = await get('/', { host: 'softbank.localhost:3000' })
    expect(firstViewOf(told)).toMatchObject({ nextRelease: at })
  })

  test('is in the language of the cookie when the site has that language (D-12)', async () => {
    expect((await get('/', { cookie: 'a=b; lang=kr' })).body).toContain('<html lang="ko">')
    expect((await get('/', { cookie: 'lang=ko' })).body).toContain('<html lang="ja">')
  })

  test.each(['/', '/tickets/'])(
    '%s says whether the browser sent the cookie, in one second to both',
    async path => {
      const isWithout = async (cookie: string): Promise<boolean> =>
        (await get(path, { cookie })).body.includes('<html lang="ja" data-no-cookie>')
      const said = [await isWithout('a=b'), await isWithout('lang=ja'), await isWithout('a=b')]
      expect(said).toEqual([true, false, true])
    },
  )

  test('belongs to the site of the host; an unknown host shows the demo', async () => {
    expect(firstViewOf((await get('/', { host: 'cancanfactory.localhost:3000' })).body)).toMatchObject({
      site: { key: 'cancanfactory' },
    })
    expect(firstViewOf((await get('/', { host: 'nowhere.example' })).body)).toMatchObject({
      site: { key: 'demo' },
    })
  })

  test('allows its own blocks by their hashes, and only the hosts of the payment methods', async () => {
    const { headers, body } = await get('/')
    const [layout = '', theme = ''] = blocksOf(body, 'style')
    expect(theme).toContain('--color-accent')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src ${hashOf("start('order')")} 'strict-dynamic'; ` +
        `style-src 'self' ${hashOf(layout)} ${hashOf(theme)} http://127.0.0.1:9; img-src 'self' data: http://127.0.0.1:9; font-src 'self' data:; ` +
        `connect-src 'self' http://127.0.0.1:9; frame-src http://127.0.0.1:9; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; ` +
        `report-uri /csp-reports; report-to csp`,
    )
    expect(headers['reporting-endpoints']).toBe('csp="/csp-reports"')
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
  })

  test('allows no block that came with the first view or its data', async () => {
    const injected = '<script>steal()</script><style>p{color:red}</style>'
    const web = {
      ...server.deps.web,
      renderer: { ...server.deps.web.renderer, renderFirstView: async () => injected },
    }
    const other = await createShop({ catalogue: 'demo', replace: () => ({ web }) })
    const { headers, body } = await other.app.inject({ url: '/', headers: { host: 'localhost' } })
    await other.close()
    expect(body).toContain(injected)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(hashOf("start('order')"))
    for (const block of ['steal()', 'p{color:red}']) expect(policy).not.toContain(hashOf(block))
  })

  test('is the same within a second for all with the same cookie, and another one in the next', async () => {
    const one = await get('/')
    server.clock.advance(999)
    expect((await get('/', { cookie: 'a=b' })).headers).toMatchObject({ etag: one.headers.etag })
    expect((await get('/', { cookie: 'lang=en' })).headers.etag).not.toBe(one.headers.etag)
    const again = await get('/', { 'if-none-match': String(one.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    server.clock.advance(1)
    expect((await get('/')).headers.etag).not.toBe(one.headers.etag)
  })

  test.each([
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['BR', 'br', brotliDecompressSync],
    ['zstd', undefined, (bytes: Buffer) => bytes],
    ['br;q=0, *', undefined, (bytes: Buffer) => bytes],
  ] as const)('for a browser that reads %s it is sent as %s', async (accepted, encoding, read) => {
    const { body } = await get('/')
    const sent = await get('/', { 'accept-encoding': accepted })
    expect(sent.headers['content-encoding']).toBe(encoding)
    expect(read(sent.rawPayload).toString()).toBe(body)
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
    expect(await get('/tickets/%2F%2Fevil.example%0d%0a')).toMatchObject({ statusCode: 404 })
  })
})

describe('a link that leaves the browser', () => {
  test.each([
    ['/to/mail-confirm?mail_token=eml_abc', '/#/mail-confirm?mail_token=eml_abc'],
    ['/to/mail-confirm%3Fmail_token=eml_abc', '/#/mail-confirm?mail_token=eml_abc'],
    ['/tickets/rsv_abc/receipt?lang=en', '/tickets/#/id/rsv_abc/receipt?lang=en'],
    ['/%23/mail-confirm?mail_token=eml_abc', '/#/mail-confirm?mail_token=eml_abc'],
    ['/tickets/%23/id/rsv_abc', '/tickets/#/id/rsv_abc'],
    ['/tickets/%23%2Fid%2Frsv_abc', '/tickets/#/id/rsv_abc'],
    ['/to%2Freservation-inquiry', '/#/reservation-inquiry'],
  ])('%s leads to %s; nothing keeps it, and no page is told of it', async (link, address) => {
    const { statusCode, headers } = await get(link)
    expect([statusCode, headers.location]).toEqual([302, address])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  test('leads nowhere by anything but a read', async () => {
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/%23/reservation-inquiry',
      headers: { host: 'localhost' },
    })
    expect(statusCode).toBe(404)
  })
})

describe('the face of the house', () => {
  const themeOf = async (url: string, lang = 'ja', at = server): Promise<string> =>
    blocksOf(
      (await at.app.inject({ url, headers: { host: 'localhost', cookie: `lang=${lang}` } })).body,
      'style',
    )[1] ?? ''

  test('is in the document of the first page, for its words; titles of later pages have a file of their own', async () => {
    const first = await themeOf('/')
    expect(first).toContain('@font-face{font-family:House;src:url(data:font/woff2;base64,d09GMg')
    expect(first).toContain('@font-face{font-family:HousePages;src:url(/sites/demo/face-ja.woff2)}')
    expect(await themeOf('/tickets/')).not.toContain('font-family:House;')
    expect(await themeOf('/tickets/')).toContain('HousePages')
  })

  test('is not offered to headings of which it lacks a letter: all of them are in the font of the device', async () => {
    const say = async (key: string, text: string): Promise<string> => {
      await server.db.transaction(tx =>
        tx
          .insertInto('texts')
          .values({ site_key: 'demo', lang: 'th', key, text, source: 'site' })
          .onConflict(conflict =>
            conflict.columns(['site_key', 'lang', 'key']).doUpdateSet({ text, source: 'site' }),
          )
          .execute(),
      )
      server.clock.advance(60_000)
      return themeOf('/', 'th')
    }
    const own = await themeOf('/', 'th')
    expect([own.includes('HousePages'), own.includes('h2.face')]).toEqual([true, false])
    const later = await say('receipt_title', 'ใบเสร็จ ☃')
    expect([later.includes('HousePages'), later.includes('h2.face')]).toEqual([false, false])
    const first = await say('order_choose_date', 'วันที่ ☃')
    expect([first.includes('font-family:House;'), first.includes('h2.face')]).toEqual([true, true])
  })
})

describe('any other path', () => {
  test('answers 404 with the app, which shows the not-found page (D-62)', async () => {
    const { statusCode, headers, body } = await get('/nope/at/all?x=1', { 'if-none-match': '*' })
    expect(statusCode).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
    expect(firstViewOf(body)).toMatchObject({ kind: 'order' })
    expect(body).toContain('<div id="root"></div>')
    expect(body).toContain("location.replace('#/not-found')")
    expect(headers['content-security-policy']).toContain(hashOf(blocksOf(body, 'script')[0] ?? ''))
  })

  test.each([
    '/assets/gone-1.js',
    '/assets/../app.ts',
    '/assets/%2e%2e/app.ts',
    '/sites/demo/site.ts',
    '/sites/demo/../registry.ts',
    '/sites/demo/%2e%2e%2fregistry.ts',
    '/.git/config',
    '/.env',
    '/package.json',
    '/apps/server/src/start/main.ts',
  ])('%s is not one of our files', async url => {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(404)
    expect(body).not.toContain('import')
  })

  test.each(['/assets', '/assets/', '/sites/', '/sites/demo', '/sites/demo/'])(
    '%s is a folder, and lists nothing',
    async url => {
      const { statusCode, body } = await get(url)
      expect([400, 404]).toContain(statusCode)
      expect(body).not.toContain('order-1a2b.js')
    },
  )
})

describe('files', () => {
  test('of the build are cached forever', async () => {
    const { statusCode, headers } = await get('/assets/order-1a2b.js')
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('of a site are its drawings and its theme', async () => {
    expect((await get('/sites/demo/hero.svg')).headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect((await get('/sites/demo/theme.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })

  test('that a mail shows are where it says, may be kept for a year, and are shown by mail programs of every origin', async () => {
    const { logo, hero } = readHouses(server.deps.sites).get('demo') ?? {}
    const shown = [logo?.light, logo?.dark, hero].map(address => new URL(address ?? ''))
    for (const { host, pathname, search } of shown) {
      const { statusCode, headers, rawPayload } = await get(pathname + search, { host })
      const hash = createHash('sha256').update(rawPayload).digest('hex')
      expect({ statusCode, version: search, ...headers }).toMatchObject({
        statusCode: 200,
        version: `?v=${hash.slice(0, 8)}`,
        'content-type': pathname.endsWith('.png') ? 'image/png' : 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect(headers['set-cookie']).toBeUndefined()
    }
  })
})

test.each([
  ['/', 'text/html'],
  ['/tickets/', 'text/html'],
  ['/nope', 'text/html'],
  ['/assets/gone.js', 'text/plain'],
  ['/assets/order-1a2b.js', 'application/javascript'],
  ['/sites/demo/theme.css', 'text/css'],
  ['/favicon.svg', 'image/svg+xml'],
  ['/api/v1/langs', 'application/json'],
  ['/api/v1/nothing', 'application/json'],
  ['/api/openapi.json', 'application/json'],
  ['/healthz', 'application/json'],
  ['/metrics', 'text/plain'],
])('%s says its type and its characters', async (url, type) => {
  const { headers } = await get(url)
  expect(String(headers['content-type']).toLowerCase()).toMatch(
    new RegExp(`^${type.replace('+', '\\+')};.*charset=utf-8$`),
  )
  expect(headers['x-content-type-options']).toBe('nosniff')
})

describe('the icon of the site', () => {
  test.each(['/favicon.ico', '/favicon.svg'])('%s is that of the host', async url => {
    const demo = await get(url)
    const other = await get(url, { host: 'cancanfactory.localhost' })
    expect([demo.statusCode, demo.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
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
