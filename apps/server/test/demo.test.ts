import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { promisesTooMuch } from '@kippu/texts/promised-entry'
import { LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS, SITES, siteOf } from '@kippu/demo/demo-sites'
import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { fillDemo } from '@kippu/demo/fill-demo'
import { loadSites } from '@kippu/sites/load-sites'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { importCatalogue } from '../src/office/catalogue/import-catalogue.ts'
import { undoImport } from '../src/office/catalogue/undo-import.ts'
import { isPasswordOf } from '../src/orders/membership/password.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../src/platform/db/patience.ts'
import { byStaff } from '../src/platform/staff/staff-verb.ts'
import { seed } from '../src/sites/seed/seed.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { clockOn, fillWithDemo } from './fill-with-demo.ts'
import { OWNER } from './owner.ts'

let server: TestDatabase
let db: Database

async function open(filling: 'empty' | 'seeded') {
  server = await createTestDatabase(filling)
  db = openDatabase(server.url, { poolSize: 4, patience: FOR_WHOLE_TABLES })
}

async function close() {
  await db.close()
  await server.drop()
}

/** Each site with the words that a query finds of it, sorted. */
async function bySite(query: ReturnType<typeof sql<{ site: string; word: string }>>) {
  const { rows } = await db.read(tx => query.execute(tx))
  return SITE_KEYS.map(key => [
    key,
    rows
      .filter(({ site }) => site === key)
      .map(({ word }) => word)
      .toSorted(),
  ])
}

const ofEach = (words: readonly string[], but: Readonly<Record<string, readonly string[]>> = {}) =>
  SITE_KEYS.map(key => [key, (but[key] ?? words).toSorted()])

describe('a demonstration', () => {
  beforeAll(() => open('seeded'))
  afterAll(close)

  test('sells in each of the three ways at every site, with stock for 90 days (S-16.01)', async () => {
    const sold = sql<{ site: string; word: string }>`
      select site_key as site, sale_type || ' ' || days as word from (
        select p.site_key, sale_type, count(distinct visit_date) as days from products p
          join product_days d on d.product_id = p.id
         where product_type = 'main' and exists (select from time_spans where product_id = p.id and capacity > 0)
         group by 1, 2) each`
    expect(await bySite(sold)).toEqual(ofEach(['date 90', 'period 90', 'time 90']))
  })

  test('has something to add to a visit at every site (S-16.01)', async () => {
    const { rows } = await db.read(tx =>
      sql<{ site: string; others: number }>`
        select s.site_key as site, count(*) filter (where m.site_key <> s.site_key or m.product_type <> 'main')::int as others
          from product_sets l join products m on m.id = l.product_id join products s on s.id = l.set_product_id
         where s.product_type = 'set' group by 1 order by 1`.execute(tx),
    )
    expect(rows).toEqual(SITE_KEYS.map(site => ({ site, others: 0 })))
  })

  test('has a coupon of each kind and for each reason to be refused at every site (S-3.10, S-16.01)', async () => {
    const codes = `FLAT500 FLAT300PER RATE10 RATE20 INVITE1 INVITE2 INVITE3 INVITE4 INVITE5 INVITE6 INVITE7 INVITE8 INVITE9
      CAMPAIGN CAMPAIGN2 EXPIRED NOTYET USEDUP SPOTONLY INACTIVE WEEKDAY OTHERPRODUCT FREE100`
    const found = sql<{ site: string; word: string }>`select site_key as site, code as word from coupons`
    expect(await bySite(found)).toEqual(ofEach(codes.split(/\s+/)))
    const limited = sql<{ site: string; word: string }>`
      select p.site_key as site, sale_type as word from coupon_products c join products p on p.id = c.product_id`
    expect(await bySite(limited)).toEqual(ofEach(['period']))
  })

  test('has members wherever there can be any, with two promotions (R-1.02, S-5.01, S-16.01)', async () => {
    const found = sql<{ site: string; word: string }>`
      select m.site_key as site, login_id || ' ' || membership_value as word
        from members m join membership_promotions p on p.id = m.promotion_id`
    const others = { boc: ['boc-1001 gold', 'boc-1002 silver'], 'azabudai-borderless': [] }
    expect(await bySite(found)).toEqual(ofEach(['member@example.com gold'], others))
    const [member] = await db.read(tx =>
      tx.selectFrom('members').select('password_hash').where('site_key', '=', 'demo').execute(),
    )
    expect(await isPasswordOf(member?.password_hash ?? null, 'correct horse battery')).toBe(true)
  })

  test('has every word in six languages, a picture of each product, and no promise that its tickets break (S-16.01)', async () => {
    for (const [table, key] of [
      ['product_texts', 'product_id'],
      ['product_option_texts', 'option_id'],
      ['option_value_texts', 'option_value_id'],
      ['coupon_texts', 'coupon_id'],
      ['membership_promotion_texts', 'promotion_id'],
    ] as const) {
      const { rows } = await db.read(tx =>
        sql`select ${sql.ref(key)} from ${sql.table(table)} group by 1
            having count(*) filter (where length(name) > 1) <> ${LANGUAGES.length}`.execute(tx),
      )
      expect([table, rows]).toEqual([table, []])
    }
    const products = await db.read(tx =>
      tx
        .selectFrom('products')
        .innerJoin('product_texts', 'product_texts.product_id', 'products.id')
        .select(['image_path', 'name', 'description', 'entry_policy', 'reentry_minutes'])
        .execute(),
    )
    const broken = products.filter(({ image_path: picture, name, description, ...entry }) => {
      const file = path.join(DEMO_SITES_DIR, (picture ?? 'none').replace(/^\/sites\//, ''))
      return !existsSync(file) || promisesTooMuch([name, description], entry)
    })
    expect(broken).toEqual([])
  })

  test('names the colours of its calendar (R-1.43)', async () => {
    const named = sql<{ site: string; word: string }>`
      select site_key as site, lang || count(*) as word from texts where key like 'site_calendar_color_%' group by site_key, lang`
    const coloured = Object.fromEntries(
      SITES.filter(({ calendarColors }) => calendarColors).map(({ key }) => [
        key,
        LANGUAGES.map(lang => `${lang}5`),
      ]),
    )
    expect(await bySite(named)).toEqual(ofEach([], coloured))
  })
})

const TABLES = [
  'products',
  'product_texts',
  'product_options',
  'option_values',
  'option_value_texts',
  'product_sets',
  'product_days',
  'time_spans',
  'calendar_colors',
  'coupons',
  'members',
  'texts',
  'payment_methods',
  'catalogue_imports',
  'staff_actions',
] as const

/** Every row of these tables as text. */
function contents() {
  return db.read(async tx => {
    const tables = TABLES.map(async table => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(
        tx,
      )
      return [table, new Set(rows.map(({ row }) => row))] as const
    })
    return new Map(await Promise.all(tables))
  })
}

const NONE: ReadonlySet<string> = new Set()

describe('the next start', () => {
  beforeEach(() => open('seeded'))
  afterEach(close)

  test('on the same day writes nothing, and takes back nothing that staff have changed (S-16.03)', async () => {
    await db.transaction(async tx => {
      await tx.updateTable('product_texts').set({ name: 'OUR WORDS' }).execute()
      await tx.updateTable('coupons').set({ taken: 1 }).where('code', '=', 'INVITE1').execute()
      await tx.updateTable('coupons').set({ discount_amount: 70 }).execute()
      await tx.deleteFrom('coupon_texts').execute()
      await tx.updateTable('time_spans').set({ capacity: 500 }).execute()
    })
    const before = await contents()
    await fillWithDemo(db)
    expect(await contents()).toEqual(before)
  })

  test('a day later adds one day to the ninety, and undo takes back what staff imported last (S-16.03)', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kippu-sheets-'))
    const file = path.join(folder, 'days.csv')
    const forest = '32aee527-a2a1-47d0-8fb4-931e6492060b'
    writeFileSync(file, `product,date,base_price\n${forest},2026-12-01,9900\n`)
    const by = byStaff(OWNER, { db, clock: clockOn('2026-11-21') })
    const asked = {
      siteKey: 'demo',
      paths: [file],
      isWhole: false,
      isApplied: true,
      isScheduled: false,
      oddPrices: 0,
    }
    expect((await importCatalogue(by, asked)).kind).toBe('applied')
    rmSync(folder, { recursive: true })
    const before = await contents()
    await fillWithDemo(db, '2026-11-22')
    const after = await contents()
    for (const table of ['product_days', 'time_spans'] as const) {
      const [was, is] = [before.get(table) ?? NONE, after.get(table) ?? NONE]
      expect([...was].filter(row => !is.has(row))).toEqual([])
      expect([...is].filter(row => !was.has(row) && !row.includes('2027-02-19'))).toEqual([])
    }
    const [days, products] = [before.get('product_days')?.size ?? 0, before.get('products')?.size ?? 0]
    expect(after.get('product_days')?.size).toBe(days + products)
    expect(await undoImport(by, { siteKey: 'demo', isApplied: true })).toMatchObject({ kind: 'applied' })
    const price = await db.read(tx =>
      sql<{ price: number }>`
        select d.base_price as price from product_days d join products p on p.id = d.product_id
         where uuid = ${forest} and visit_date = '2026-12-01'`.execute(tx),
    )
    expect(price.rows).toEqual([{ price: 3_200 }])
  })

  test('months later begins with ninety days from today', async () => {
    await fillWithDemo(db, '2027-06-01')
    const { rows } = await db.read(tx =>
      sql<{ missing: number }>`
        select count(*)::int as missing from products p
         where 90 <> (select count(*) from product_days where product_id = p.id and visit_date between '2027-06-01' and '2027-08-29')`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ missing: 0 }])
  })
})

describe('the first start', () => {
  beforeEach(() => open('empty'))
  afterEach(close)

  test('of two stores at once fills one catalogue (S-16.03)', async () => {
    const sites = [siteOf('izura')]
    await seed(db, sites)
    const deps = { db, clock: clockOn('2026-11-21') }
    await Promise.all([fillDemo(deps, sites), fillDemo(deps, sites)])
    const count = async (table: 'product_days' | 'members') =>
      (await db.read(tx => tx.selectFrom(table).selectAll().execute())).length
    expect([await count('product_days'), await count('members')]).toEqual([4 * 90, 1])
  })

  test('of a venue’s folder over a site of the demonstration brings no member whose password everybody knows', async () => {
    const sitesDir = mkdtempSync(path.join(tmpdir(), 'kippu-sites-'))
    mkdirSync(path.join(sitesDir, 'izura'))
    writeFileSync(path.join(sitesDir, 'izura/site.json'), '{}')
    const sites = loadSites([sitesDir, DEMO_SITES_DIR]).sites.filter(({ key }) => key === 'izura')
    await seed(db, sites)
    await fillDemo({ db, clock: clockOn('2026-11-21') }, sites)
    rmSync(sitesDir, { recursive: true })
    const rows = await db.read(async tx => [
      await tx.selectFrom('members').selectAll().execute(),
      await tx.selectFrom('membership_promotions').selectAll().execute(),
      await tx.selectFrom('products').select('id').execute(),
    ])
    expect(rows.map(({ length }) => length)).toEqual([0, 0, 4])
  })
})
