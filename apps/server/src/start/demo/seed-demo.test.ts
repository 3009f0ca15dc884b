import { existsSync } from 'node:fs'
import path from 'node:path'

import { usualEntryPolicy } from '@kippu/domain/check-in/entry-words'
import { promisesTooMuch } from '@kippu/texts/promised-entry'
import { LANGUAGES } from '@kippu/domain/language'
import type { Language } from '@kippu/domain/language'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import { SITE_KEYS, siteOf } from '@kippu/demo/registry'
import { colorTextKey } from '@kippu/texts/site-text-key'
import { textsOf } from '@kippu/texts/texts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rounds } from '../../../../../tools/test/proof-choice.ts'
import { createTestDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../../platform/db/patience.ts'
import type { Database } from '../../platform/db/database.ts'
import { seed } from '../../sites/seed/seed.ts'
import { siteTextsOf } from '../../sites/seed/site-texts.ts'
import { DEMO_PRODUCTS } from './demo-products.ts'
import { DEMO_SET_PRODUCTS } from './demo-set-products.ts'
import { FESTIVE_COLORS } from './festive-days.ts'
import { seedDemo } from './seed-demo.ts'

test('S-16.01: no product of the demo promises to come in again where each of its tickets admits once', () => {
  const wrong = [...DEMO_PRODUCTS, ...DEMO_SET_PRODUCTS].filter(
    ({ name, description, saleType, entryPolicy }) =>
      promisesTooMuch([...Object.values(name), ...Object.values(description)], {
        entry_policy: entryPolicy ?? usualEntryPolicy(saleType),
        reentry_minutes: null,
      }),
  )
  expect(wrong.map(({ siteKey, name }) => `${siteKey} ${name.en}`)).toEqual([])
})

const TODAY = '2026-11-21'
const FIRST_NEW_DAY = '2027-02-19'
const ARTWORK = path.join(import.meta.dirname, '../../../../../demo/sites')

/** A first start fills every site; servers wait for one another, so this takes as long as all their starts together. */
const SEVERAL_FIRST_STARTS = 30_000

const SEEDED_TABLES = [
  'languages',
  'texts',
  'settings',
  'field_templates',
  'payment_methods',
  'products',
  'product_texts',
  'product_options',
  'product_option_texts',
  'option_values',
  'option_value_texts',
  'product_sets',
  'product_days',
  'time_spans',
  'calendar_colors',
  'coupons',
  'coupon_texts',
  'coupon_products',
] as const

const ALL_PRODUCTS = [...DEMO_PRODUCTS, ...DEMO_SET_PRODUCTS]

let server: TestDatabase
let db: Database

async function open(filling: 'empty' | 'seeded') {
  server = await createTestDatabase(filling)
  // As the server seeds: a machine that is busy is waited for.
  db = openDatabase(server.url, { poolSize: 4, patience: FOR_WHOLE_TABLES })
}

async function close() {
  await db.close()
  await server.drop()
}

async function start(database: Database, today = TODAY) {
  await seed(database)
  await seedDemo(database, { today })
}

/** A digest of each seeded table: equal only when nothing changed. */
function digests() {
  return db.read(async tx => {
    const tables = await Promise.all(
      SEEDED_TABLES.map(async table => {
        const { rows } = await sql<{ rows: number; digest: string | null }>`
          select count(*)::int as rows, md5(string_agg(t::text, ';' order by t::text)) as digest
          from ${sql.table(table)} t`.execute(tx)
        return [table, rows[0]] as const
      }),
    )
    return Object.fromEntries(tables)
  })
}

/** Every row of every seeded table as text. */
function contents() {
  return db.read(async tx => {
    const tables = await Promise.all(
      SEEDED_TABLES.map(async table => {
        const { rows } = await sql<{ row: string }>`
          select t::text as row from ${sql.table(table)} t order by t::text`.execute(tx)
        return [table, rows.map(({ row }) => row)] as const
      }),
    )
    return Object.fromEntries(tables)
  })
}

const colorNames = (lang: Language) =>
  Object.fromEntries([...FESTIVE_COLORS].map(([color, name]) => [colorTextKey(color), name[lang]]))

/** The rows that are not among the known ones; with a set, because the catalogue of all sites has tens of thousands. */
function rowsBeyond(known: readonly string[], rows: readonly string[]): string[] {
  const all = new Set(known)
  return rows.filter(row => !all.has(row))
}

/** Every site is seeded before the first test (test/global-setup.ts). */
describe('the first start', () => {
  beforeAll(() => open('seeded'))
  afterAll(close)

  test('each site has six languages with Japanese the default, and all texts in each (R-1.41–47)', async () => {
    for (const site_key of SITE_KEYS) {
      const languages = await db.read(tx =>
        tx.selectFrom('languages').selectAll().where('site_key', '=', site_key).orderBy('position').execute(),
      )
      expect(languages.map(({ id }) => id)).toEqual([...LANGUAGES])
      expect(languages.filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual(['ja'])
      for (const lang of LANGUAGES) {
        const rows = await db.read(tx =>
          tx
            .selectFrom('texts')
            .selectAll()
            .where('site_key', '=', site_key)
            .where('lang', '=', lang)
            .execute(),
        )
        expect(Object.fromEntries(rows.map(({ key, text }) => [key, text]))).toEqual({
          ...textsOf(lang),
          ...siteTextsOf(siteOf(site_key), lang),
          ...(siteOf(site_key).calendarColors ? colorNames(lang) : {}),
        })
      }
    }
  })

  test('every site has products of the three booking types, in each language and with stock (S-16.01)', async () => {
    const rows = await db.read(tx =>
      tx
        .selectFrom('products')
        .innerJoin('time_spans', 'time_spans.product_id', 'products.id')
        .select(['products.site_key', 'sale_type'])
        .where('product_type', '=', 'main')
        .where('capacity', '>', 0)
        .distinct()
        .execute(),
    )
    for (const key of SITE_KEYS)
      expect([
        key,
        rows
          .filter(({ site_key }) => site_key === key)
          .map(({ sale_type }) => sale_type)
          .toSorted(),
      ]).toEqual([key, ['date', 'period', 'time']])
  })

  test('time spans are in Japanese time, and nothing is taken', async () => {
    const { rows } = await db.read(tx =>
      sql<{ first: string; last: string; taken: number; strays: number }>`
      select to_char(min(starts_at) at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') as first,
        to_char(max(starts_at) at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') as last,
        sum(taken)::int as taken,
        count(*) filter (where (starts_at at time zone 'Asia/Tokyo')::date <> visit_date)::int as strays
      from time_spans join products on products.id = product_id where sale_type = 'time' and products.site_key = 'demo'`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ first: '2026-11-21 10:00', last: '2027-02-18 18:30', taken: 0, strays: 0 }])
  })

  test('a picture exists for each product', () => {
    const missing = ALL_PRODUCTS.filter(
      ({ imagePath }) => !existsSync(path.join(ARTWORK, imagePath.replace(/^\/sites\//, ''))),
    )
    expect(missing.map(({ imagePath }) => imagePath)).toEqual([])
  })

  test('every text of the catalogue exists in six languages', () => {
    const words = ALL_PRODUCTS.flatMap(({ name, description, caution, namingRight, ticketTypes, extras }) => [
      name,
      description,
      ...[caution, namingRight].filter(word => word !== null),
      ...extras.map(extra => extra.name),
      ...[...ticketTypes, ...extras.flatMap(({ values }) => values)].flatMap(value => [
        value.name,
        value.caution ?? value.name,
      ]),
    ])
    expect(words.flatMap(word => LANGUAGES.filter(lang => word[lang].trim() === ''))).toEqual([])
  })

  test('the set products of the demo go with its main products, and so do those of the first date-first site (S-16.01)', async () => {
    const rows = await db.read(tx =>
      tx
        .selectFrom('product_sets')
        .innerJoin('products as main', 'main.id', 'product_sets.product_id')
        .innerJoin('products as set', 'set.id', 'product_sets.set_product_id')
        .innerJoin('product_texts', join =>
          join.onRef('product_texts.product_id', '=', 'set.id').on('product_texts.lang', '=', 'en'),
        )
        .select(['main.site_key as mainSite', 'set.site_key as setSite', 'name', 'set.sale_type'])
        .select(['main.product_type as mainType', 'set.product_type as setType'])
        .execute(),
    )
    for (const { mainSite, setSite, mainType, setType } of rows)
      expect([mainSite, mainType, setType]).toEqual([setSite, 'main', 'set'])
    const names = (site: string) =>
      new Set(rows.filter(row => row.setSite === site).map(row => `${row.name} ${row.sale_type}`))
    expect(names('demo')).toEqual(new Set(['Tea in the Forest time', 'Picture Book date']))
    expect(names('mori').size).toBe(2)
  })
})

describe('the next start', () => {
  // A test that needs an empty database opens one.
  beforeEach(() => open('seeded'))
  afterEach(close)

  test('seeding twice changes nothing (S-16.03)', async () => {
    const once = await digests()
    await start(db)
    expect(await digests()).toEqual(once)
    expect(SEEDED_TABLES.filter(table => once[table]?.rows === 0)).toEqual([])
  })

  test(
    'servers that start at the same time seed one catalogue (S-16.03)',
    async () => {
      await close()
      await open('empty')
      const servers = Array.from({ length: rounds({ short: 2, whole: 3 }) }, () =>
        openDatabase(server.url, { poolSize: 1, patience: FOR_WHOLE_TABLES }),
      )
      const started = await Promise.allSettled(servers.map(each => start(each)))
      await Promise.all(servers.map(each => each.close()))
      expect(started.filter(({ status }) => status === 'rejected')).toEqual([])
      const together = await digests()
      await start(db)
      expect(await digests()).toEqual(together)
    },
    SEVERAL_FIRST_STARTS,
  )

  test('a text, setting or field that the venue changed stays; a bundled text is updated with the code', async () => {
    await db.transaction(async tx => {
      const text = tx.updateTable('texts').where('site_key', '=', 'demo').where('lang', '=', 'ja')
      await text.set({ text: 'VENUE WORDS', source: 'site' }).where('key', '=', 'common_low_stock').execute()
      await text.set({ text: 'OLD WORDS' }).where('key', '=', 'common_tax_included').execute()
      await tx.updateTable('settings').set({ value: '4' }).where('key', '=', 'Max_Ticket').execute()
      await tx
        .updateTable('field_templates')
        .set({ is_display: false })
        .where('field_name', '=', 'age')
        .execute()
    })
    await start(db)
    const after = await contents()
    expect(after['texts']?.filter(row => row.includes('VENUE WORDS'))).toHaveLength(1)
    expect(after['texts']?.filter(row => row.includes('OLD WORDS'))).toEqual([])
    expect(after['settings']?.filter(row => row.includes('Max_Ticket,4'))).toHaveLength(SITE_KEYS.length)
    expect(after['field_templates']?.filter(row => row.includes('age,f'))).not.toEqual([])
  })

  test('a method that the venue switched off stays off and its order stays, until the site lists others (R-7.09)', async () => {
    const ofDemo = () =>
      db.read(tx =>
        tx
          .selectFrom('payment_methods')
          .select('method')
          .where('site_key', '=', 'demo')
          .where('channel', '=', 'pos')
          .orderBy('position')
          .execute(),
      )
    const listed = siteOf('demo').paymentMethods.pos
    expect((await ofDemo()).map(({ method }) => method)).toEqual(listed)
    await db.transaction(async tx => {
      const pos = tx
        .updateTable('payment_methods')
        .where('site_key', '=', 'demo')
        .where('channel', '=', 'pos')
      await pos.set({ position: 9 }).where('method', '=', listed[0]!).execute()
      await tx
        .deleteFrom('payment_methods')
        .where('site_key', '=', 'demo')
        .where('channel', '=', 'pos')
        .where('method', '=', listed[1]!)
        .execute()
    })
    await start(db)
    expect((await ofDemo()).map(({ method }) => method)).toEqual([listed[2], listed[0]])
    const paymentMethods = {
      ...siteOf('demo').paymentMethods,
      pos: [listed[0]!, listed[1]!, 'd_pay' as const],
    }
    await seed(db, [{ ...siteOf('demo'), paymentMethods }])
    expect((await ofDemo()).map(({ method }) => method)).toEqual([listed[0], 'd_pay'])
  })

  test('words of products that the venue changed stay (S-16.03)', async () => {
    await db.transaction(async tx => {
      await tx.updateTable('product_texts').set({ name: 'OUR WORDS' }).execute()
      await tx.updateTable('option_value_texts').set({ name: 'OUR WORDS' }).execute()
      await tx.updateTable('product_option_texts').set({ name: 'OUR WORDS' }).execute()
    })
    await start(db)
    for (const table of ['product_texts', 'option_value_texts', 'product_option_texts'] as const)
      expect(
        await db.read(tx => tx.selectFrom(table).select('name').where('name', '<>', 'OUR WORDS').execute()),
      ).toEqual([])
  })

  test('each channel offers what the site lists for it, and never free (R-1.18, R-7.09, D-55)', async () => {
    await db.transaction(tx =>
      tx
        .insertInto('payment_methods')
        .values({ site_key: 'demo', channel: 'web', method: 'free', position: 9, discount_type: null })
        .execute(),
    )
    await start(db)
    const rows = await db.read(tx =>
      tx
        .selectFrom('payment_methods')
        .select(['site_key', 'channel', 'method'])
        .orderBy('position')
        .execute(),
    )
    for (const key of SITE_KEYS)
      for (const channel of SALES_CHANNELS)
        expect(
          rows.filter(row => row.site_key === key && row.channel === channel).map(({ method }) => method),
        ).toEqual(siteOf(key).paymentMethods[channel])
    expect(rows.map(({ method }) => method)).not.toContain('free')
  })

  test('a day later one new day is added to the ninety, and existing stock is unchanged', async () => {
    await db.transaction(tx =>
      tx.updateTable('time_spans').set({ taken: 1 }).where('capacity', '>', 0).execute(),
    )
    const before = await contents()
    await start(db, '2026-11-22')
    const after = await contents()
    const added = (table: 'product_days' | 'time_spans') => rowsBeyond(before[table]!, after[table]!)
    expect(rowsBeyond(after['time_spans']!, before['time_spans']!)).toEqual([])
    expect(after['product_days']).toHaveLength(before['product_days']!.length + before['products']!.length)
    expect([...added('product_days'), ...added('time_spans')].every(row => row.includes(FIRST_NEW_DAY))).toBe(
      true,
    )
  })

  test('a server that was off for months starts with ninety days from today', async () => {
    await start(db, '2027-06-01')
    const { rows } = await db.read(tx =>
      sql<{ days: number; products: number }>`
      select count(*)::int as days, count(distinct product_id)::int as products
      from product_days where visit_date between '2027-06-01' and '2027-08-29'`.execute(tx),
    )
    const products = (await contents())['products']!.length
    expect(rows).toEqual([{ days: 90 * products, products }])
  })
})
