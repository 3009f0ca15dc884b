import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { addDays, datesBetween, type IsoDate, jstDateOf } from '@kippu/domain/jst-date'
import { LANGUAGES } from '@kippu/domain/language'
import { BROWSER_CHANNELS, SALES_CHANNELS } from '@kippu/domain/states/ticket'
import { importCatalogue } from '@kippu/server/office/catalogue/import-catalogue'
import { setMethodDiscount } from '@kippu/server/payments/methods/set-method-discount'
import type { Clock } from '@kippu/server/platform/clock'
import type { Database } from '@kippu/server/platform/db/database'
import { byStaff } from '@kippu/server/platform/staff/staff-verb'
import type { Site } from '@kippu/sites/site'
import { colorTextKey } from '@kippu/texts/site-text-key'

import { SITE_KEYS } from './demo-sites.ts'
import { isOfDemo } from './demo-sites-dir.ts'
import { findLastDays, lastOfNinety } from './last-days.ts'
import { DEMO_PRODUCTS, DEMO_SET_PRODUCTS, type DemoProduct } from './products.ts'
import { readSheet, type SheetRow } from './read-sheet.ts'
import { demoBasePrice, demoCapacity, demoDay } from './stock.ts'

const STAFF = { name: 'demo', role: 'owner', siteKeys: null } as const

interface DemoDeps {
  readonly db: Database
  readonly clock: Clock
}

type Row = Readonly<Record<string, string | number>>
/** Rows by the names of their sheets. */
type Sheets = Readonly<Record<string, readonly Row[]>>

/**
 * Imports the sheets of the demonstration as its venues would. A site that sells nothing yet gets all of them. Each start and each hour it gets the
 * days that have entered its ninety: what is there already is in no sheet, so that nothing is changed that staff set.
 */
export async function fillDemo(deps: DemoDeps, sites: readonly Site[]): Promise<void> {
  const by = byStaff(STAFF, deps)
  const today = jstDateOf(deps.clock.now())
  const known = await findLastDays(deps.db)
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-demo-'))
  try {
    for (const site of sites.filter(({ key }) => SITE_KEYS.includes(key))) {
      const { key: siteKey } = site
      const products = [...DEMO_PRODUCTS, ...DEMO_SET_PRODUCTS].filter(one => one.siteKey === siteKey)
      const isNew = products.every(({ uuid }) => !known.has(uuid))
      const sheets = {
        ...(isNew && stillSheets(site)),
        ...daySheets(site, isNew ? new Map(products.map(({ uuid }) => [uuid, null])) : known, today),
      }
      const file = path.join(folder, `${siteKey}.json`)
      writeFileSync(file, JSON.stringify(withoutEmpty(sheets)))
      if (Object.keys(withoutEmpty(sheets)).length === 0) continue
      const asked = {
        siteKey,
        paths: [file],
        isWhole: false,
        isApplied: true,
        isScheduled: true,
        oddPrices: 0,
      }
      const outcome = await importCatalogue(by, asked)
      if (outcome.kind === 'faults' || outcome.kind === 'asks')
        throw new Error(`the sheets of ${siteKey} are not taken: ${JSON.stringify(outcome).slice(0, 1_000)}`)
      if (isNew && siteKey === 'demo')
        for (const channel of BROWSER_CHANNELS)
          await setMethodDiscount(by, { siteKey, channel, ...METHOD_DISCOUNT })
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** No sheet says what a way to pay takes off. */
const METHOD_DISCOUNT = {
  method: 'gmo_d_pay',
  discount: { type: 'fixed', amount: 200 },
  reason: 'the demonstration shows a cheaper way to pay',
} as const

/** All that has no day. */
function stillSheets(site: Site): Sheets {
  const rows = readSheet('products').filter(row => row['site'] === site.key)
  const uuids = new Set(rows.map(row => row['product']))
  const ofSite = (name: string): readonly SheetRow[] =>
    readSheet(name).filter(({ product = '' }) => uuids.has(product))
  const pass = rows.find(row => row['booking'] === 'period')?.['product'] ?? ''
  return {
    products: rows.map(row => ({ ...columns(row, PRODUCT_COLUMNS), channels: SALES_CHANNELS.join(' ') })),
    product_texts: ofSite('product_texts'),
    options: ofSite('options'),
    option_values: ofSite('option_values'),
    sets: ofSite('sets'),
    coupons: readSheet('coupons').map(row => ({ ...row, products: row['products'] === 'pass' ? pass : '' })),
    ...membersOf(site),
    texts: site.calendarColors ? colourNames() : [],
  }
}

/** Columns of `products` that an import knows; the hours beside them are for the sheets of days. */
const PRODUCT_COLUMNS = [
  'product',
  'kind',
  'booking',
  'base_price',
  'picture',
  'order',
  'grace_minutes',
  'entry',
]

function columns(row: SheetRow, names: readonly string[]): SheetRow {
  return Object.fromEntries(names.map(name => [name, row[name] ?? '']))
}

/** Everybody knows their password: a venue's folder over a site of the demonstration keeps them out. */
function membersOf(site: Site): Sheets {
  const { loginType, disabled } = site.membership
  if (disabled || !isOfDemo(site)) return {}
  return {
    promotions: readSheet('promotions'),
    members: readSheet('members')
      .filter(row => row['comes_by'] === loginType)
      .map(({ comes_by: _comesBy, ...member }) => member),
  }
}

function colourNames(): readonly Row[] {
  return readSheet('colour_names').flatMap(({ colour = '', ...names }) =>
    LANGUAGES.map(language => ({
      language,
      key: colorTextKey(colour),
      text: names[`name_${language.replace('-', '_')}`] ?? '',
    })),
  )
}

/** The days of the ninety that come after the last one of each product, and after the last of all for colours. */
function daySheets(
  { key, calendarColors }: Site,
  known: ReadonlyMap<string, IsoDate | null>,
  today: IsoDate,
): Sheets {
  const until = lastOfNinety(today)
  const after = (last: IsoDate | null): readonly IsoDate[] => {
    const from = last === null || last < today ? today : addDays(last, 1)
    return from > until ? [] : datesBetween(from, until)
  }
  const products = [...DEMO_PRODUCTS, ...DEMO_SET_PRODUCTS].filter(
    ({ siteKey, uuid }) => siteKey === key && known.has(uuid),
  )
  const dated = products.flatMap(product =>
    after(known.get(product.uuid) ?? null).map(date => ({ product, date })),
  )
  const newest = products.map(({ uuid }) => known.get(uuid) ?? null).reduce(later, null)
  const colours = new Map(readSheet('colours').map(({ day, colour = '' }) => [day, colour]))
  return {
    days: dated.map(({ product, date }) => ({
      product: product.uuid,
      date,
      base_price: demoBasePrice(product, date),
      closed: isClosed(product, date) ? 'yes' : 'no',
    })),
    spans: dated.flatMap(({ product, date }) => (isClosed(product, date) ? [] : spansOf(product, date))),
    colours: (calendarColors ? after(newest) : []).flatMap(date => {
      const colour = colours.get(date.slice(5))
      return colour === undefined ? [] : [{ date, colour }]
    }),
  }
}

function isClosed({ uuid }: DemoProduct, date: IsoDate): boolean {
  return demoDay(uuid, date) === 'closed'
}

function spansOf(product: DemoProduct, date: IsoDate): readonly Row[] {
  return product.spansOf(date).map(({ startsAt, endsAt }, index) => ({
    product: product.uuid,
    date,
    start: startsAt,
    end: endsAt,
    capacity: demoCapacity(product, date, index),
  }))
}

function later(one: IsoDate | null, other: IsoDate | null): IsoDate | null {
  return one !== null && (other === null || one > other) ? one : other
}

/** A sheet without rows would be one without headings. */
function withoutEmpty(sheets: Sheets): Sheets {
  return Object.fromEntries(Object.entries(sheets).filter(([, rows]) => rows.length > 0))
}
