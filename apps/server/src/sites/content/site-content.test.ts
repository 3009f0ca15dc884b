import type { Answer, Call } from '@kippu/contract/call'
import {
  getCalendarColors,
  getConfigurations,
  getFieldTemplates,
  getLangs,
  getPaymentMethods,
  getTexts,
} from '@kippu/contract/site-content'
import { getVisiting } from '@kippu/contract/visiting'
import { LANGUAGES } from '@kippu/domain/language'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})

afterAll(async () => {
  await server.close()
})

/** Calls the server and validates the answer against the contract. */
async function ask<C extends Call>(call: C, query = '', host = 'localhost'): Promise<Answer<C>> {
  const answer = await server.app.inject({ url: `${call.path}${query}`, headers: { host } })
  expect(answer.statusCode).toBe(200)
  return v.parse(call.response as v.GenericSchema<Answer<C>>, answer.json())
}

async function refusalOf(url: string): Promise<[number, unknown]> {
  const answer = await server.app.inject(url)
  return [answer.statusCode, answer.json<{ error: unknown }>().error]
}

describe('the content of a site', () => {
  test('its languages in display order with one default (R-7.03)', async () => {
    const langs = await ask(getLangs)
    expect(langs.map(({ id }) => id)).toEqual(LANGUAGES)
    expect(langs.filter(({ is_default }) => is_default)).toHaveLength(1)
  })

  test('which fields the buyer form has (R-7.04)', async () => {
    const fields = await ask(getFieldTemplates)
    expect(fields).toContainEqual({ field_name: 'email', is_display: true, is_require: true })
  })

  test('what guests ask before they come, with English where the house lacks the language', async () => {
    const thai = await ask(getVisiting, '?lang=th')
    expect(thai).toMatchObject({
      nearest: 'เดิน 7 นาทีจากสถานีโทโมริ',
      signs: { setting: 'both', dogs: 'assistance' },
      groups: { lang: 'en' },
      opening: { lastEntryMinutes: 30 },
    })
    expect(thai.map_url).toContain('Mizube')
    expect((await ask(getVisiting, '?lang=ja')).groups?.lang).toBe('ja')
    const other = await ask(getVisiting, '?lang=en', 'mori.localhost')
    expect(other.nearest).toBe('6 min walk from Kumomi Station')
  })

  test('its settings as strings (R-7.05)', async () => {
    const settings = await ask(getConfigurations)
    expect(settings.map(({ key }) => key)).toContain('Max_Ticket')
  })

  test('its texts in the requested language, and in the default one when the site does not have that (R-7.08)', async () => {
    const [ja, th, other] = [
      await ask(getTexts, '?lang=ja'),
      await ask(getTexts, '?lang=th'),
      await ask(getTexts, '?lang=fr'),
    ]
    expect(th.map(({ key }) => key)).toEqual(ja.map(({ key }) => key))
    expect(th).not.toEqual(ja)
    expect(other).toEqual(ja)
  })

  test('colours of days, both ends included (R-7.39)', async () => {
    const colors = await ask(getCalendarColors, '?from=2026-12-24&to=2026-12-24')
    expect(colors.map(({ date }) => date)).toEqual(['2026-12-24'])
  })

  test.each([
    '/api/v1/calendar/colors?from=2026-12-02&to=2026-12-01',
    '/api/v1/calendar/colors?from=2026-12-01&to=2027-03-11',
    '/api/v1/calendar/colors?from=2026-02-30&to=2026-03-01',
    '/api/v1/calendar/colors?from=0000-01-01&to=0000-01-02',
    '/api/v1/calendar/colors?from=2026-12-01',
    '/api/v1/calendar/colors?from=2026-12-01&to=2026-12-02&and=more',
  ])('%s is invalid_request', async url => {
    expect(await refusalOf(url)).toEqual([400, 'invalid_request'])
  })

  test('a range of 100 days is not too long', async () => {
    expect(await ask(getCalendarColors, '?from=2026-12-01&to=2027-03-10')).toBeInstanceOf(Array)
  })
})

describe('payment methods (R-7.09)', () => {
  test('come in the order of the site, with their name and what the browser needs, including the card key, and without `free` (D-55, R-3.43)', async () => {
    const methods = await ask(getPaymentMethods, '?lang=en&channel=web')
    expect(methods.map(method => method.payment_method_type)).toEqual(['stripe_secure', 'stripe'])
    expect(methods[0]).toMatchObject({
      discount_type: null,
      discount_amount: 0,
      // The least that Stripe takes in yen.
      least_amount: 50,
      client: {
        provider: 'stripe',
        scripts: ['http://127.0.0.1:9/stripe/v3/'],
        styles: [],
        config: { publishable_key: 'pk_simulated' },
        is_test: true,
      },
    })
  })

  test('the door offers its own methods, here those of the web (R-1.17, R-3.69)', async () => {
    const methods = await ask(getPaymentMethods, '?channel=spot')
    expect(methods.map(method => method.payment_method_type)).toEqual(['stripe_secure', 'stripe'])
  })

  test.each(['pos', 'kiosk', 'OTA'])('the channel %s is known and has no methods here', async channel => {
    expect(await ask(getPaymentMethods, `?channel=${channel}`)).toEqual([])
  })

  test.each(['foo', 'ota', 'Web'])(
    'the channel %s is refused: channels compare case-sensitively (D-45)',
    async channel => {
      expect(await refusalOf(`/api/v1/paymentmethods?channel=${channel}`)).toEqual([400, 'invalid channel'])
    },
  )

  test('a method without keys is absent (S-7.14)', async () => {
    const none = await createShop({
      catalogue: 'demo',
      variables: { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
    })
    const answer = await none.app.inject('/api/v1/paymentmethods?channel=web')
    await none.close()
    expect(answer.json()).toEqual([])
  })
})

describe('answers that the browser keeps (S-15.07)', () => {
  test.each([
    '/api/v1/langs',
    '/api/v1/field_templates',
    '/api/v1/configurations',
    '/api/v1/texts?lang=en',
    '/api/v1/calendar/colors?from=2026-11-01&to=2026-11-30',
    '/api/v1/products?lang=en',
    '/api/v1/products/search?from=2026-11-22&to=2026-12-22',
    '/api/v1/products/search2?date=2026-11-30',
    '/api/v1/products/stocks-statuses?from=2026-11-22&to=2026-12-22',
    '/api/v1/setproducts/search?from=2026-11-30&to=2026-11-30&main_product_time_span_ids=',
  ])('%s is not sent again while it is unchanged', async url => {
    const first = await server.app.inject(url)
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^W\//),
      'cache-control': 'no-cache',
    })
    const again = await server.app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const other = await server.app.inject({ url, headers: { 'if-none-match': 'W/"other"' } })
    expect(other.statusCode).toBe(200)
  })

  test('every other answer is not stored', async () => {
    const answer = await server.app.inject('/api/v1/paymentmethods?channel=web')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers).not.toHaveProperty('etag')
  })
})
