import { addDays, datesBetween } from '@kippu/domain/jst-date'
import type { IsoDate } from '@kippu/domain/jst-date'
import { LANGUAGES } from '@kippu/domain/language'
import { SITES } from '@kippu/demo/registry'
import { colorTextKey } from '@kippu/texts/site-text-key'

import type { Database, Tx } from '../../platform/db/database.ts'
import { DEMO_PRODUCTS } from './demo-products.ts'
import { FESTIVE_COLORS, festiveColorOf } from './festive-days.ts'
import { seedDemoCoupons } from './seed-demo-coupons.ts'
import { seedDemoMembers } from './seed-demo-members.ts'
import { seedDemoMethodDiscount } from './seed-demo-method-discount.ts'
import { seedDemoProducts } from './seed-demo-products.ts'
import { seedDemoSets } from './seed-demo-sets.ts'
import { seedDemoStock } from './seed-demo-stock.ts'

export interface DemoOptions {
  /** Today in Japan. */
  readonly today: IsoDate
  /** Keys of the sites of venues: nobody invented logs in there. */
  readonly ofVenues?: ReadonlySet<string>
}

/** Days for which the demo has stock, today included. */
const DAYS_ON_SALE = 90

/**
 * Puts the demo catalogue and 90 days of stock into the database. It only adds what is missing, however often and on
 * however many servers it runs, so each start tops the stock up; existing stock is never changed.
 */
export async function seedDemo(db: Database, { today, ofVenues }: DemoOptions): Promise<void> {
  await db.transaction(async tx => {
    const products = await seedDemoProducts(tx, DEMO_PRODUCTS, 'main')
    const sets = await seedDemoSets(tx, products)
    const days = datesBetween(today, addDays(today, DAYS_ON_SALE - 1))
    await seedDemoStock(tx, [...products, ...sets], days)
    await seedCalendarColors(tx, days)
    await seedDemoCoupons(tx)
    await seedDemoMethodDiscount(tx)
  })
  await seedDemoMembers(db, ofVenues)
}

async function seedCalendarColors(tx: Tx, days: readonly IsoDate[]): Promise<void> {
  const sites = Object.values(SITES).filter(site => site.calendarColors)
  const rows = sites.flatMap(({ key }) =>
    days.flatMap(date => {
      const color = festiveColorOf(date)
      return color === undefined ? [] : [{ site_key: key, visit_date: date, color_code: color }]
    }),
  )
  if (rows.length === 0) return
  await tx
    .insertInto('calendar_colors')
    .values(rows)
    .onConflict(conflict => conflict.columns(['site_key', 'visit_date']).doNothing())
    .execute()
  const names = sites.flatMap(({ key: site_key }) =>
    [...FESTIVE_COLORS].flatMap(([color, name]) =>
      LANGUAGES.map(lang => ({ site_key, lang, key: colorTextKey(color), text: name[lang] })),
    ),
  )
  await tx
    .insertInto('texts')
    .values(names)
    .onConflict(conflict => conflict.columns(['site_key', 'lang', 'key']).doNothing())
    .execute()
}
