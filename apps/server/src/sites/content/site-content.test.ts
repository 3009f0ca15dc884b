import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

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
import { readSiteFolder } from '@kippu/sites/venue/read-site-folder'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { kippuAs } from '../../../test/kippu.ts'
import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { decideApproval } from '../../platform/staff/approvals.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'
import { askHouse, type ChangedHouse, type HouseChange, putHouse } from '../house/change-house.ts'
import { readHouse } from '../house/read-house.ts'
import { readHouses } from '../../mail/houses.ts'
import { readLetter } from '../../mail/read-letter.ts'
import { seed } from '../seed/seed.ts'
import { draftWords, publishWords, takeWordsBack } from '../../office/words/change-words.ts'
import { readWords } from '../../office/words/read-words.ts'

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

  test('what guests ask before they come, in their language', async () => {
    const thai = await ask(getVisiting, '?lang=th')
    expect(thai).toMatchObject({
      nearest: 'เดิน 7 นาทีจากสถานีโท\u2060โม\u2060ริ',
      signs: { setting: 'both', dogs: 'assistance' },
      groups: { lang: 'th' },
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

describe('what a house says of itself while it runs', () => {
  const by = (name: string) =>
    byStaff({ name, role: 'manager', siteKeys: null }, { ...server.deps, clock: server.clock }, 'console')
  const put = (name: string, ...changes: HouseChange[]): Promise<ChangedHouse> =>
    putHouse(by(name), { siteKey: 'demo', changes, reason: 'winter' })
  const rowOf = async (field: string) => {
    const { rows } = await readHouse(by('aki'), { siteKey: 'demo' })
    return rows.find(one => one.field === field)
  }
  const textOf = async (key: string) => {
    const texts = await ask(getTexts, '?lang=en')
    return texts.find(one => one.key === key)?.text
  }
  const hours = async () => (await ask(getVisiting, '?lang=en')).opening

  test('a day and a contact are changed without a start, shown within a second, and no start changes them back', async () => {
    const before = await hours()
    const exceptions = [{ from: '2026-12-05', to: '2026-12-05', hours: null }]
    expect(
      await put(
        'aki',
        { field: 'visiting.exceptions', before: null, after: { value: exceptions } },
        { field: 'legal.phone', before: null, after: { value: '03-9999-0000' } },
      ),
    ).toEqual({ kind: 'done' })
    server.clock.advance(1_000)
    expect((await hours())?.exceptions).toEqual([{ from: '2026-12-05', to: '2026-12-05', hours: [] }])
    expect((await hours())?.week).toEqual(before?.week)
    expect(await textOf('site_phone')).toBe('03-9999-0000')
    await seed(server.db, server.deps.sites.known)
    server.clock.advance(1_000)
    expect(await textOf('site_phone')).toBe('03-9999-0000')
    expect(await rowOf('legal.phone')).toMatchObject({
      value: '03-9999-0000',
      source: 'database',
      changed: { by: 'aki' },
    })
    expect((await rowOf('legal.cancellation'))?.changed).toBeNull()
  })

  test('diff names it, export as served writes it, and unset takes it back to the folder', async () => {
    const diff = await kippuAs(server, undefined, ['sites', 'diff', 'demo'])
    expect(diff.text).toMatch(/^house legal\.phone: "[^"]+" → "03-9999-0000"$/m)
    const folder = path.join(mkdtempSync(path.join(tmpdir(), 'kippu-export-')), 'demo')
    expect(
      await kippuAs(server, undefined, ['sites', 'export', 'demo', folder, '--as-served']),
    ).toMatchObject({
      code: 0,
    })
    const { site, faults } = readSiteFolder([folder])
    rmSync(path.dirname(folder), { recursive: true })
    expect(faults.filter(({ weight }) => weight === 'broken')).toEqual([])
    expect(site?.legal.phone).toBe('03-9999-0000')
    const unset = ['sites', 'unset', 'demo', 'legal.phone', '--reason', 'over']
    expect(await kippuAs(server, undefined, unset)).toMatchObject({ code: 0 })
    server.clock.advance(1_000)
    expect(await textOf('site_phone')).not.toBe('03-9999-0000')
    expect(await rowOf('legal.phone')).toMatchObject({
      source: 'folder',
      changed: { by: expect.any(String) },
    })
  })

  test('two people on one thing: days that differ are both kept, one day is answered with both', async () => {
    const week = (await rowOf('visiting.hours'))?.value
    const monday = { ...(typeof week === 'object' ? week : {}), mon: '12:00-13:00' }
    const tuesday = { ...(typeof week === 'object' ? week : {}), tue: '12:00-13:00' }
    const change = (value: unknown): HouseChange => ({
      field: 'visiting.hours',
      before: null,
      after: { value },
    })
    expect(await put('aki', change(monday))).toEqual({ kind: 'done' })
    expect(await put('ren', change(tuesday))).toEqual({ kind: 'done' })
    const both = { ...monday, tue: '12:00-13:00' }
    expect((await rowOf('visiting.hours'))?.value).toEqual(both)
    expect(await put('mio', change({ ...monday, mon: '14:00-15:00' }))).toMatchObject({
      kind: 'conflicts',
      conflicts: [{ field: 'visiting.hours', theirs: { value: both }, by: 'ren' }],
    })
    expect((await rowOf('visiting.hours'))?.value).toEqual(both)
    await put('aki', { field: 'visiting.hours', after: null })
    const never = { value: 'nobody@museum.example' }
    expect(
      await put('mio', { field: 'mail.contact', before: never, after: { value: 'x@y.example' } }),
    ).toEqual({
      kind: 'conflicts',
      conflicts: [],
    })
  })

  test.each([
    ['hours that are none', 'visiting.hours', { sun: 'all day' }, 'visiting.hours.sun'],
    ['a mail address that is none', 'legal.email', 'nobody', 'legal.email'],
    ['words without a language', 'address', { ja: '東京' }, 'address.en'],
    ['a letter that no database has', 'legal.phone', '03\0', 'legal.phone'],
    ['half a letter', 'legal.seller', { ja: '\uD800' }, 'legal.seller.ja'],
    ['a map with such a letter', 'visiting.map', 'https://map.example/\0', 'visiting.map'],
    ['a map that is a script', 'visiting.map', 'javascript:alert(1)', 'visiting.map'],
    ['nothing, where something must stand', 'legal.phone', '', 'legal.phone'],
    ['a representative who is blank in one language', 'mail.senderName', { ja: ' ' }, 'mail.senderName.ja'],
  ] as const)('%s: refused at its field, and nothing is written', async (_, field, value, place) => {
    const answer = await put('aki', { field, after: { value } })
    expect(answer).toMatchObject({ kind: 'faults' })
    expect(answer.kind === 'faults' && answer.faults.map(fault => fault.field)).toContain(place)
    expect(await rowOf(field)).not.toMatchObject({ source: 'database' })
  })

  test('a mail address without end is answered at once', async () => {
    const begun = performance.now()
    const value = `a@${'.'.repeat(60_000)} `
    expect(await put('aki', { field: 'legal.email', after: { value } })).toMatchObject({ kind: 'faults' })
    expect(performance.now() - begun).toBeLessThan(1_500)
  })

  test('a field that is named twice is refused: its rules would be asked of one value, and the other be written', async () => {
    const email = (after: HouseChange['after']): HouseChange => ({ field: 'legal.email', after })
    const before = await rowOf('legal.email')
    expect(await put('aki', email({ value: 'nobody' }), email(before?.saying ?? null))).toEqual({
      kind: 'faults',
      faults: [{ field: 'legal.email', rule: 'twice' }],
    })
    expect(await rowOf('legal.email')).toEqual(before)
  })

  test('who sells wants a second person, for exactly this change', async () => {
    await server.db.transaction(tx =>
      tx
        .insertInto('staff')
        .values(['aki', 'ren'].map(name => ({ name, role: 'manager', site_keys: null })))
        .execute(),
    )
    const changes: HouseChange[] = [
      { field: 'issuer.name', before: null, after: { value: 'Forest of Light K.K.' } },
    ]
    expect(await put('aki', ...changes)).toEqual({ kind: 'second person needed' })
    const asked = await askHouse(by('aki'), { siteKey: 'demo', changes, reason: 'a new name' })
    const id = asked.kind === 'asked' ? asked.id : ''
    const done = () => putHouse(by('aki'), { siteKey: 'demo', changes, reason: 'a new name', approval: id })
    expect(await done()).toEqual({ kind: 'refused', why: 'nobody has agreed yet' })
    // One that is named is used, also for what nobody needs to agree to: the log says that somebody agreed.
    const phone: HouseChange[] = [{ field: 'legal.phone', after: { value: '03-1111-2222' } }]
    expect(
      await putHouse(by('aki'), { siteKey: 'demo', changes: phone, reason: 'a new name', approval: id }),
    ).toEqual({ kind: 'refused', why: 'it is for something else' })
    expect(await decideApproval(by('ren'), { siteKey: 'demo', id, isGiven: true })).toBe('done')
    const others: HouseChange[] = [{ field: 'issuer.name', before: null, after: { value: 'Another K.K.' } }]
    expect(
      await putHouse(by('aki'), { siteKey: 'demo', changes: others, reason: 'a new name', approval: id }),
    ).toEqual({ kind: 'refused', why: 'it is for something else' })
    expect(await done()).toEqual({ kind: 'done' })
    expect(await rowOf('issuer.name')).toMatchObject({ value: 'Forest of Light K.K.', source: 'database' })
    await server.db.transaction(tx => tx.deleteFrom('staff').execute())
  })

  test('a sale that its house closes takes no order, and the page says so', async () => {
    await put('aki', { field: 'isOpen', before: null, after: { value: false } })
    server.clock.advance(1_000)
    const page = await server.app.inject({ url: '/', headers: { host: 'localhost' } })
    expect(page.body).not.toContain('order of demo in ja')
    const order = await server.app.inject({
      method: 'POST',
      url: '/api/v1/orders',
      payload: { items: [{ product_option_value_id: 1, time_span_id: 1, quantity: 1 }] },
    })
    expect(order.statusCode).not.toBe(200)
    await put('aki', { field: 'isOpen', after: null })
    server.clock.advance(1_000)
    expect((await server.app.inject({ url: '/', headers: { host: 'localhost' } })).body).toContain(
      'order of demo in ja',
    )
  })

  test('a value that a release refuses any more is left out, and named', async () => {
    await server.db.transaction(tx =>
      tx
        .insertInto('settings')
        .values({ site_key: 'demo', key: 'visiting.minutes', value: '"long"' })
        .execute(),
    )
    server.clock.advance(1_000)
    expect((await ask(getVisiting, '?lang=en')).address).not.toBe('')
    const diff = await kippuAs(server, undefined, ['sites', 'diff', 'demo'])
    expect(diff.text).toContain('not served: it breaks a rule')
    await put('aki', { field: 'visiting.minutes', after: null })
  })
})

describe('words of the house', () => {
  const by = (name: string) =>
    byStaff(
      { name, role: 'marketing', siteKeys: ['demo'] },
      { ...server.deps, clock: server.clock },
      'console',
    )
  const KEY = 'mail_complete_greeting'
  const UNDRAFTED = 'mail_venue_map'
  const draft = (name: string, text: string | null, before: string | null = null, key: string = KEY) =>
    draftWords(by(name), { siteKey: 'demo', drafts: [{ key, lang: 'en', before, text }] })
  const found = () => readWords(by('aki'), { siteKey: 'demo', typed: KEY, of: 'all' })
  const publish = async (at: Date | null = null) =>
    publishWords(by('aki'), { siteKey: 'demo', at, seen: (await found()).seen, reason: 'winter' })
  const back = () => takeWordsBack(by('aki'), { siteKey: 'demo', key: KEY, lang: 'en', reason: 'over' })
  const textOf = async (key: string = KEY, query = '?lang=en') =>
    (await ask(getTexts, query)).find(one => one.key === key)?.text

  test('a draft is read by nobody but in the mail that shows it, is published, and is taken back', async () => {
    const usual = await textOf()
    expect(await draft('aki', 'Welcome, {name}!')).toEqual({ kind: 'done' })
    server.clock.advance(1_000)
    expect(await textOf()).toBe(usual)
    const house = readHouses(server.deps.sites).get('demo')
    if (house === undefined) throw new Error('there is no house')
    const letter = await readLetter(by('aki'), { siteKey: 'demo', kind: 'completion', lang: 'en', house })
    expect(letter).toContain('Welcome, 山田 花!')
    expect(await publish()).toEqual({ kind: 'done', words: 1 })
    server.clock.advance(1_000)
    expect(await textOf()).toBe('Welcome, {name}!')
    await seed(server.db, server.deps.sites.known)
    server.clock.advance(1_000)
    expect(await textOf()).toBe('Welcome, {name}!')
    const [row] = (await readWords(by('aki'), { siteKey: 'demo', typed: KEY, of: 'incomplete' })).rows
    expect(row?.words.get('en')).toMatchObject({ usual, isOwn: true, draft: null })
    expect(await back()).toBe(true)
    server.clock.advance(1_000)
    expect(await textOf()).toBe(usual)
    expect(await back()).toBe(false)
  })

  test('words of several languages are shown together at their moment, one of them taken back before', async () => {
    const usual = await textOf()
    const drafts = (['ja', 'en', 'th'] as const).map(lang => ({
      key: KEY,
      lang,
      before: null,
      text: `${lang} {name}`,
    }))
    expect(await draftWords(by('aki'), { siteKey: 'demo', drafts })).toEqual({ kind: 'done' })
    const at = new Date(server.clock.now() + 60_000)
    expect(await publish(at)).toEqual({ kind: 'done', words: 3 })
    expect(await back()).toBe(true)
    server.clock.advance(59_000)
    expect(await textOf(KEY, '?lang=ja')).not.toBe('ja {name}')
    server.clock.advance(1_000)
    expect([await textOf(KEY, '?lang=ja'), await textOf(KEY, '?lang=th'), await textOf()]).toEqual([
      'ja {name}',
      'th {name}',
      usual,
    ])
    expect((await found()).rows[0]?.words.get('ja')).toMatchObject({ isOwn: true, draft: null })
    // The next edit makes the planned words the text, and loses none.
    await draft('aki', 'Hello, {name}')
    expect(await textOf(KEY, '?lang=ja')).toBe('ja {name}')
    for (const lang of ['ja', 'en', 'th'] as const)
      expect(await takeWordsBack(by('aki'), { siteKey: 'demo', key: KEY, lang, reason: 'over' })).toBe(true)
    expect(await publish(new Date(server.clock.now()))).toEqual({ kind: 'past' })
  })

  test.each([
    ['a placeholder that is lost', 'Hello', KEY, { rule: 'lost', name: '{name}' }],
    ['one that the store does not know', 'Hello {name} {nmae}', KEY, { rule: 'gained', name: '{nmae}' }],
    ['nothing but blanks', '  ', KEY, { rule: 'blank' }],
    ['2,001 characters', `{name}${'a'.repeat(1_995)}`, KEY, { rule: 'too long' }],
    ['a text that there is not', 'Hello', 'mail_no_such', { rule: 'unknown' }],
    ['the telephone, which the house says', '03', 'site_phone', { rule: 'of the house' }],
  ] as const)('%s is refused, with the language', async (_, text, key, fault) => {
    expect(await draft('aki', text, null, key)).toEqual({
      kind: 'faults',
      faults: [{ key, lang: 'en', ...fault }],
    })
  })

  test('two people on one text: the second is shown the first, and publishes nothing unseen', async () => {
    const { seen } = await found()
    expect(await draft('aki', 'One, {name}')).toEqual({ kind: 'done' })
    expect(await draft('ren', 'Two, {name}')).toMatchObject({
      kind: 'conflicts',
      conflicts: [{ key: KEY, lang: 'en', theirs: 'One, {name}', by: 'aki' }],
    })
    expect(await publishWords(by('ren'), { siteKey: 'demo', at: null, seen, reason: 'now' })).toEqual({
      kind: 'changed',
    })
    expect(await draft('ren', 'Hello', 'a draft that nobody wrote', UNDRAFTED)).toEqual({
      kind: 'conflicts',
      conflicts: [],
    })
    expect(await draft('ren', 'Two, {name}', 'One, {name}')).toEqual({ kind: 'done' })
    expect(await draft('ren', null, 'Two, {name}')).toEqual({ kind: 'done' })
  })
})
