import { readFileSync } from 'node:fs'
import path from 'node:path'

import { bcp47Of, LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import openGraph from 'open-graph-scraper'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { choose } from '../../../../../tools/test/proof-choice.ts'
import { createShop, type DemoShop } from '../../../test/shop/shop.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})

afterAll(() => server.close())

const get = (url: string, site = 'demo', headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { host: `${site}.localhost:3000`, ...headers } })

const time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const moment = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:00\+09:00)?$/))
const address = v.pipe(v.string(), v.url())
const hours = v.object({ '@type': v.literal('OpeningHoursSpecification'), opens: time, closes: time })
const reference = v.object({ '@id': address })
const place = v.object({
  '@type': v.literal('Place'),
  '@id': address,
  name: v.pipe(v.string(), v.minLength(1)),
  url: address,
  image: address,
  telephone: v.string(),
  address: v.object({
    '@type': v.literal('PostalAddress'),
    streetAddress: v.string(),
    addressCountry: v.literal('JP'),
  }),
  openingHoursSpecification: v.pipe(v.array(hours), v.minLength(6)),
})
const event = v.object({
  '@type': v.literal('Event'),
  name: v.pipe(v.string(), v.minLength(1)),
  startDate: moment,
  endDate: moment,
  location: reference,
  image: address,
  offers: v.object({
    '@type': v.literal('Offer'),
    price: v.pipe(v.number(), v.integer(), v.minValue(0)),
    priceCurrency: v.literal('JPY'),
    url: address,
    availability: v.pipe(
      v.string(),
      v.regex(/^https:\/\/schema\.org\/(InStock|LimitedAvailability|SoldOut)$/),
    ),
  }),
})
const graph = v.object({
  '@context': v.literal('https://schema.org'),
  '@graph': v.pipe(v.array(v.unknown()), v.minLength(2)),
})

/** The house and its events, as search engines require them; what else schema.org knows, the compiler judges (`schema-dts`). */
function factsOf(html: string) {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
  const [where, ...events] = v.parse(graph, JSON.parse(json ?? 'null'))['@graph']
  return { where: v.parse(place, where), events: v.parse(v.array(event), events) }
}

const HOUSES = SITE_KEYS.flatMap(key => LANGUAGES.map(lang => [key, lang] as const))

test.each(choose(HOUSES, ([key]) => key))(
  'a link to %s unfurls in %s with its name, its line and its picture, and search engines read its days',
  async (key, lang) => {
    const { body } = await get(`/?lang=${lang}`, key)
    const site = siteOf(key)
    const { error, result } = await openGraph({ html: body })
    expect(error).toBe(false)
    const own = server.deps.sites.originOf(key)
    const canonical = lang === 'ja' ? `${own}/` : `${own}/?lang=${lang}`
    expect(result).toMatchObject({
      ogSiteName: site.name[lang],
      ogTitle: lang === 'ja' ? site.title.ja : site.title.default,
      ogUrl: canonical,
      ogType: 'website',
    })
    expect(result.ogDescription).toContain(site.tagline[lang].replace(/[.。]$/, ''))
    const [picture] = result.ogImage ?? []
    const { pathname, search } = new URL(picture?.url ?? '')
    expect((await get(pathname + search, key)).headers['content-type']).toBe('image/jpeg')
    const { where, events } = factsOf(body)
    expect(where.name).toBe(site.name[lang])
    expect(events.map(({ location }) => location['@id'])).toEqual(events.map(() => where['@id']))
    const icon = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(body)?.[1] ?? ''
    expect((await get(icon, key)).headers['content-type']).toBe('image/png')
    expect(body.match(/<meta name="theme-color"/g)).toHaveLength(2)
  },
)

describe('the language of an address', () => {
  test('is that of the document, whatever the cookie says, and nothing else of the query is', async () => {
    const cookie = { cookie: 'lang=th' }
    const langOf = async (url: string) =>
      /<html lang="([^"]+)"/.exec((await get(url, 'demo', cookie)).body)?.[1]
    expect(await langOf('/?lang=en')).toBe('en')
    expect(await langOf('/?lang=zh-hant&utm=1')).toBe('zh-Hant')
    for (const other of ['/', '/?lang=xx', '/?lang=', '/?lang=en&lang=kr'])
      expect(await langOf(other)).toBe('th')
  })

  test('has its canonical address, and those of all others', async () => {
    const origin = server.deps.sites.originOf('demo')
    const { body } = await get('/?lang=en')
    const { body: japanese } = await get('/?lang=ja&from=mail')
    expect(body).toContain(`<link rel="canonical" href="${origin}/?lang=en">`)
    expect(japanese).toContain(`<link rel="canonical" href="${origin}/">`)
    for (const page of [body, japanese]) {
      for (const lang of LANGUAGES)
        expect(page).toContain(
          `hreflang="${bcp47Of(lang)}" href="${origin}/${lang === 'ja' ? '' : `?lang=${lang}`}"`,
        )
      expect(page).toContain(`hreflang="x-default" href="${origin}/"`)
    }
  })
})

test('a closed day is no event, and one with a few places left says so', async () => {
  const { body } = await get('/')
  const days = factsOf(body).events.filter(({ startDate }) => startDate.includes('T'))
  // 24 November and 1 December 2026 are Tuesdays.
  for (const { startDate } of days) expect(startDate).not.toMatch(/^2026-(11-24|12-01)/)
  expect(days).toHaveLength(7)
})

test('tickets and pages that do not exist are told to nobody', async () => {
  for (const url of ['/tickets/', '/nope', '/gate']) {
    const { body } = await get(url)
    for (const told of ['ld+json', 'og:image', 'canonical'])
      expect([url, body.includes(told)]).toEqual([url, false])
  }
})

test('the tab of the gate is not that of the shop', async () => {
  expect((await get('/gate')).body).toContain('<title>入場ゲート | 灯森ミュージアム</title>')
})

test.each(['index.html', 'tickets/index.html'])('without JavaScript %s begins with a sentence', file => {
  const template = readFileSync(path.join(import.meta.dirname, '../../../../web', file), 'utf8')
  expect(template).toMatch(/<body>\s*<noscript>\s*<p id="no-script"><!--no-script--><\/p>/)
})

test('search engines are told where the store is in each language, and where they need not look', async () => {
  const robots = await get('/robots.txt', 'mori')
  const origin = server.deps.sites.originOf('mori')
  expect([robots.statusCode, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(robots.body).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(robots.body).toContain('Disallow: /tickets/')
  const sitemap = await get('/sitemap.xml', 'mori')
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
  const places = [...sitemap.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)
  expect(places).toEqual(LANGUAGES.map(lang => `${origin}/${lang === 'ja' ? '' : `?lang=${lang}`}`))
})

test('photographs are served in several sizes, none of which is large', async () => {
  const { body } = await get('/', 'ruins')
  expect(body).toContain('/sites/ruins/hero-720.webp 720w, /sites/ruins/hero.webp 1200w')
  for (const each of ['hero-720', 'hero', 'night-arches-480']) {
    const picture = await get(`/sites/ruins/${each}.webp`, 'ruins')
    expect(picture.headers['content-type']).toBe('image/webp')
    expect(picture.rawPayload.length).toBeLessThanOrEqual(60_000)
  }
})
