import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { epochMsOf } from '@kippu/domain/jst-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { testEnv } from '../../../test/shop/test-env.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../../test/small-catalogue.ts'
import { runCli } from '../../cli/run-cli.ts'
import { seed } from '../../sites/seed/seed.ts'
import { knownSites } from '../../platform/http/known-sites.ts'
import { createSiteDirectory } from '../../platform/http/sites.ts'
import { readHouses } from '../../mail/houses.ts'
import { previewToken } from './preview.ts'

/** One pixel. */
const WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

let sitesDir: string
let server: DemoShop
let catalogue: SmallCatalogue

const kippu = async (...args: readonly string[]) => {
  const said: string[] = []
  const out = (text: string) => said.push(text)
  const open = () => {
    throw new Error('no database is needed')
  }
  const code = await runCli(['sites', ...args], { open, out, err: out, variables: { SITES_DIR: sitesDir } })
  return { code, said: said.join('\n') }
}

const change = (file: string, edit: (text: string) => string) => {
  const place = path.join(sitesDir, 'museum', file)
  writeFileSync(place, edit(readFileSync(place, 'utf8')))
}

/** What a venue writes after `sites new`. */
function fillIn() {
  change('site.json', text =>
    text
      .replaceAll(/"FILL IN[^"]*"/g, '"Umibe Glass Association, 1-2 Hama"')
      .replace('fill-in@museum.example', 'tickets@umibe-glass.jp')
      .replace('T0000000000000', 'T7010401000007')
      .replace('"isOpen": false', '"opensAt": "2026-11-21T12:00:00+09:00"'),
  )
}

beforeAll(async () => {
  sitesDir = mkdtempSync(path.join(tmpdir(), 'kippu-sites-'))
  await kippu('new', 'museum', '--name', '海辺の硝子館', '--name-en', 'Glass by the Sea')
  fillIn()
  writeFileSync(path.join(sitesDir, 'museum', 'room.webp'), WEBP)
  writeFileSync(
    path.join(sitesDir, 'museum', 'texts.json'),
    JSON.stringify({ common_low_stock: { ja: 'のこり{count}枚です', en: 'Hurry, {count}' } }),
  )
  const env = testEnv({ SITES_DIR: sitesDir, PORT: '4000' })
  const sites = createSiteDirectory(env, knownSites(env))
  server = await createShop({
    catalogue: 'demo',
    variables: { SITES_DIR: sitesDir },
    replace: () => ({ sites }),
  })
  await seed(server.db, sites.known)
  catalogue = await insertSmallCatalogue(server.db, { siteKey: 'museum' })
})

afterAll(async () => {
  await server.close()
  rmSync(sitesDir, { recursive: true })
})

const HOST = { host: 'museum.localhost' }
const get = (url: string) => server.app.inject({ url, headers: HOST })
const order = () =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/orders',
    headers: HOST,
    payload: {
      lang: 'en',
      product_uuid: catalogue.productUuid,
      time_span_id: catalogue.spans[0],
      quantity: 1,
      option_values: [{ option_value_id: catalogue.adult, quantity: 1 }],
    },
  })

describe('a site that sites new wrote, in a folder outside of the product', () => {
  test('passes its check, but for keys of a provider and languages of a text', async () => {
    const { said } = await kippu('check', 'museum')
    expect(said.split('\n').map(line => line.replace(/^\[.*\] +/, ''))).toEqual([
      "museum/texts.json common_low_stock: has no words in kr, zh-hans, zh-hant, th: the store's own stand there",
      'museum/site.json paymentMethods: stripe_secure has no account of stripe in this environment: it is simulated by `npm start`, and not offered in production',
    ])
  })

  test('says that it opens soon, and takes no order, until it opens', async () => {
    const { body, headers } = await get('/')
    expect(body).toContain('チケットの販売はまもなく始まります')
    expect(body).toContain('12:00')
    expect(body).toContain('Tickets go on sale soon')
    expect(body).toContain('/sites/museum/hero.svg')
    expect(body).toContain('noindex')
    expect(body).not.toContain('first-view')
    expect(headers['content-security-policy']).toMatch(/script-src 'strict-dynamic'/)
    expect((await order()).json()).toMatchObject({ error: 'ticket not on sale now' })
  })

  test('is seen before by whoever has the link, as long as it is good, and by nobody else', async () => {
    const link = (until: number, key = 'museum') =>
      get(`/preview/${previewToken(server.deps.tokens, key, until)}`)
    const now = server.clock.now()
    const seen = await link(now + 60_000)
    expect(seen.body).toContain('order of museum in ja')
    expect(seen.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    for (const other of [
      await link(now - 1_000),
      await link(now + 60_000, 'demo'),
      await get('/preview/prv_x'),
    ]) {
      expect(other.statusCode).toBe(404)
      expect(other.body).not.toContain('order of museum')
    }
  })

  test('opens when it says, with its words, pictures, theme and icon', async () => {
    server.clock.set('2026-11-21T12:00:00+09:00')
    const { body } = await get('/')
    expect(body).toContain('order of museum in ja')
    expect(body).toContain('海辺の硝子館')
    expect(body).toContain("--mark: url('/sites/museum/mark.svg')")
    expect(body).toContain('のこり{count}枚です')
    expect((await get('/sites/museum/room.webp')).headers['content-type']).toBe('image/webp')
    expect((await get('/sites/museum/hero.svg')).headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect((await get('/sites/museum/site.json')).statusCode).toBe(404)
    expect((await get('/favicon.ico')).body).toContain('<svg')
    const texts = await get('/api/v1/texts?lang=en')
    expect(texts.json<object[]>()).toContainEqual({ key: 'common_low_stock', text: 'Hurry, {count}' })
    expect(
      (await get(`/preview/${previewToken(server.deps.tokens, 'museum', server.clock.now() + 60_000)}`))
        .headers['location'],
    ).toBe('/')
  })

  test('takes orders once it is open, and has mails without pictures', async () => {
    server.clock.set('2026-11-21T12:00:00+09:00')
    expect((await order()).json()).toMatchObject({
      order_token: expect.stringMatching(/^ord_/),
      price: 3_200,
    })
    const site = server.deps.sites.find('museum')
    const house = readHouses(server.deps.sites).get('museum')
    expect(house).toMatchObject({ logo: null, hero: null })
    expect(site?.mail.contact).toBe('tickets@umibe-glass.jp')
  })

  test('keeps what the database says of it at the next start, and gives back the rest', async () => {
    await server.db.transaction(async tx => {
      const texts = tx
        .updateTable('texts')
        .where('site_key', '=', 'museum')
        .where('key', '=', 'common_low_stock')
      await texts.set({ text: 'OURS', source: 'site' }).where('lang', '=', 'en').execute()
    })
    await seed(server.db, server.deps.sites.known)
    const rows = await server.db.read(tx =>
      tx
        .selectFrom('texts')
        .select(['lang', 'text'])
        .where('site_key', '=', 'museum')
        .where('key', '=', 'common_low_stock')
        .where('lang', 'in', ['ja', 'en'])
        .orderBy('lang')
        .execute(),
    )
    expect(rows).toEqual([
      { lang: 'en', text: 'OURS' },
      { lang: 'ja', text: 'のこり{count}枚です' },
    ])
  })
})

describe('in production', () => {
  const served = (variables: Record<string, string>) => {
    const env = { ...testEnv({ SITES_DIR: sitesDir, ...variables }), production: true }
    return knownSites({ ...env, allowsDemoSite: variables['ALLOW_DEMO_SITE'] === 'yes' }).map(
      ({ key }) => key,
    )
  }

  let withDemo: string
  beforeAll(() => {
    withDemo = [sitesDir, DEMO_SITES_DIR].join(path.delimiter)
  })

  test('what is invented is refused by its name, unless it is a rehearsal or another site is served', () => {
    expect(served({})).toEqual(['museum'])
    const line =
      /mori\/site\.json has values that are .*: mail\.contact, issuer\.registrationNumber; a rehearsal sets/
    expect(() => served({ SITES_DIR: withDemo })).toThrow(line)
    expect(() => served({ SITES_DIR: withDemo, SITE_KEY: 'mori' })).toThrow(line)
    expect(() => served({ SITES_DIR: withDemo, SITE_KEY: 'mori' })).not.toThrow('boc/site.json')
    expect(served({ SITES_DIR: withDemo, ALLOW_DEMO_SITE: 'yes' })).toHaveLength(16)
    expect(served({ SITES_DIR: withDemo, SITE_KEY: 'museum' })).toHaveLength(16)
  })

  test('a folder over another one of its key takes what it does not say from there', () => {
    mkdirSync(path.join(sitesDir, 'mori'))
    const [phone, contact] = ['082-111-2222', 'tickets@mori-tickets.jp']
    const own = { legal: { phone }, mail: { contact }, issuer: { registrationNumber: 'T7010401000007' } }
    writeFileSync(path.join(sitesDir, 'mori', 'site.json'), JSON.stringify(own))
    try {
      expect(served({ SITES_DIR: withDemo, SITE_KEY: 'mori' })).toHaveLength(16)
      const layered = knownSites(testEnv({ SITES_DIR: withDemo })).find(({ key }) => key === 'mori')
      expect(layered).toMatchObject({ legal: { phone, seller: { en: 'Kumomi Tower Museum Foundation' } } })
    } finally {
      rmSync(path.join(sitesDir, 'mori'), { recursive: true })
    }
  })

  test('variables of a site of a venue are known, and a folder that is not there stops the start', () => {
    expect(
      testEnv({
        SITES_DIR: sitesDir,
        MUSEUM__STRIPE_PUBLISHABLE_KEY: 'pk_a',
        MUSEUM__STRIPE_SECRET_KEY: 'sk_a',
        MUSEUM__STRIPE_WEBHOOK_SECRET: 'whsec_a',
      }).payments.ofSite.has('museum'),
    ).toBe(true)
    expect(() => testEnv({ SITES_DIR: '/nowhere' })).toThrow('SITES_DIR: there is no folder /nowhere')
    expect(epochMsOf('2026-11-21T12:00:00+09:00')).toBe(server.deps.sites.find('museum')?.opensAt)
  })
})
