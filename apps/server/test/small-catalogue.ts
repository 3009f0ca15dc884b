import { randomUUID } from 'node:crypto'

import { usualEntryPolicy } from '@kippu/domain/check-in/entry-words'
import { LANGUAGES } from '@kippu/domain/language'
import { type BookingType, SALES_CHANNELS } from '@kippu/domain/states/ticket'
import type { Insertable } from 'kysely'

import type { Database, Tx } from '../src/platform/db/database.ts'
import type { OptionValuesTable, ProductOptionsTable, ProductTextsTable } from '../src/platform/db/schema.ts'

export interface SmallCatalogueOptions {
  readonly siteKey?: string
  readonly saleType?: BookingType
  /** Capacity of each time span; one span an entry, a minute after the other from 10:00, an hour long. */
  readonly capacities?: readonly number[]
  readonly visitDate?: string
  readonly graceMinutes?: number
  /** Like `capacities`, for the set product. */
  readonly setCapacities?: readonly number[]
}

export interface SmallCatalogue {
  readonly productId: number
  readonly productUuid: string
  /** Adult, 3,200 yen on the day. */
  readonly adult: number
  /** Child, 2,200 yen less. */
  readonly child: number
  /** Audio guide, an extra of 500 yen. */
  readonly guide: number
  readonly spans: readonly number[]
  /** Tea that may be bought with it, 800 yen on the day. */
  readonly tea: SmallSet
}

export interface SmallSet {
  readonly productId: number
  readonly productUuid: string
  readonly spans: readonly number[]
}

/** A site with one product and one set product on one day: small enough to know completely. */
export async function insertSmallCatalogue(
  db: Database,
  options: SmallCatalogueOptions = {},
): Promise<SmallCatalogue> {
  const { siteKey = 'demo', saleType = 'time', visitDate = '2026-12-01', graceMinutes = 0 } = options
  return db.transaction(async tx => {
    await insertLanguages(tx, siteKey)
    const day = { siteKey, saleType, visitDate, graceMinutes }
    const product = await insertProduct(tx, {
      ...day,
      ...FOREST,
      productType: 'main',
      capacities: options.capacities ?? [5],
    })
    const tea = await insertProduct(tx, {
      ...day,
      ...TEA,
      productType: 'set',
      capacities: options.setCapacities ?? [5],
    })
    const link = { product_id: product.productId, set_product_id: tea.productId, position: 1, num: 2 }
    await tx.insertInto('product_sets').values(link).execute()
    return { ...product, ...(await insertOptions(tx, product.productId)), tea }
  })
}

/** Products on one day, each with a set product: one is paid for, the other one costs nothing. */
export interface OfferedCatalogues {
  readonly paid: SmallCatalogue
  readonly free: SmallCatalogue
}

export async function insertPaidAndFree(
  db: Database,
  options: SmallCatalogueOptions,
): Promise<OfferedCatalogues> {
  const paid = await insertSmallCatalogue(db, options)
  const free = await insertSmallCatalogue(db, options)
  const nothing = { base_price: 0 }
  await db.transaction(async tx => {
    await tx.updateTable('products').set(nothing).where('id', '=', free.productId).execute()
    await tx.updateTable('product_days').set(nothing).where('product_id', '=', free.productId).execute()
  })
  return { paid, free }
}

const FOREST = {
  basePrice: 3200,
  texts: [
    { lang: 'ja', name: '光の森', description: '森', caution: '走らない', naming_right: null },
    {
      lang: 'en',
      name: 'Forest of Light',
      description: 'A wood',
      caution: null,
      naming_right: 'by Kippu',
    },
  ],
}

const TEA = {
  basePrice: 800,
  texts: [
    { lang: 'ja', name: '森のお茶', description: '茶', caution: null, naming_right: null },
    { lang: 'en', name: 'Forest Tea', description: 'A cup', caution: null, naming_right: null },
  ],
}

interface NewProduct extends Spans {
  readonly productType: 'main' | 'set'
  readonly saleType: BookingType
  readonly graceMinutes: number
  readonly basePrice: number
  readonly texts: ReadonlyArray<Omit<ProductTextsTable, 'product_id'>>
}

async function insertProduct(tx: Tx, product: NewProduct): Promise<SmallSet> {
  const productUuid = randomUUID()
  const { id: productId } = await tx
    .insertInto('products')
    .values({
      site_key: product.siteKey,
      uuid: productUuid,
      product_type: product.productType,
      sale_type: product.saleType,
      entry_policy: usualEntryPolicy(product.saleType),
      base_price: product.basePrice,
      position: 900,
      image_path: '/demo/forest.svg',
      sale_from: null,
      sale_until: null,
      grace_minutes: product.graceMinutes,
      channels: [...SALES_CHANNELS],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const texts = product.texts.map(text => ({ product_id: productId, ...text }))
  await tx.insertInto('product_texts').values(texts).execute()
  const day = { product_id: productId, visit_date: product.visitDate, base_price: product.basePrice }
  await tx.insertInto('product_days').values(day).execute()
  return { productId, productUuid, spans: await insertSpans(tx, productId, product) }
}

async function insertLanguages(tx: Tx, siteKey: string): Promise<void> {
  const rows = LANGUAGES.map((id, position) => ({ site_key: siteKey, id, position, is_default: id === 'ja' }))
  await tx
    .insertInto('languages')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

interface SmallOptions {
  readonly adult: number
  readonly child: number
  readonly guide: number
}

async function insertOptions(tx: Tx, productId: number): Promise<SmallOptions> {
  const tickets = await insertOption(tx, { product_id: productId, type: 'ticket_type', position: 1 })
  const extras = await insertOption(tx, { product_id: productId, type: 'extra', position: 2 })
  return {
    adult: await insertValue(tx, { option_id: tickets, position: 1, add_cost: 0, unit_type: 'ADULT' }, [
      '大人',
      'Adult',
    ]),
    child: await insertValue(tx, { option_id: tickets, position: 2, add_cost: -2200, unit_type: 'CHILD' }, [
      '子ども',
      'Child',
    ]),
    guide: await insertValue(tx, { option_id: extras, position: 1, add_cost: 500 }, ['音声ガイド', 'Guide']),
  }
}

async function insertOption(tx: Tx, option: Insertable<ProductOptionsTable>): Promise<number> {
  const { id } = await tx
    .insertInto('product_options')
    .values(option)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertValue(
  tx: Tx,
  value: Insertable<OptionValuesTable>,
  [ja, en]: readonly [string, string],
): Promise<number> {
  const { id } = await tx.insertInto('option_values').values(value).returning('id').executeTakeFirstOrThrow()
  const texts = [
    { option_value_id: id, lang: 'ja', name: ja, caution: null },
    { option_value_id: id, lang: 'en', name: en, caution: null },
  ]
  await tx.insertInto('option_value_texts').values(texts).execute()
  return id
}

interface Spans {
  readonly siteKey: string
  readonly visitDate: string
  readonly capacities: readonly number[]
}

async function insertSpans(
  tx: Tx,
  productId: number,
  { siteKey, visitDate, capacities }: Spans,
): Promise<number[]> {
  const first = Date.parse(`${visitDate}T10:00:00+09:00`)
  const rows = capacities.map((capacity, index) => ({
    site_key: siteKey,
    product_id: productId,
    visit_date: visitDate,
    starts_at: new Date(first + index * 60_000),
    ends_at: new Date(first + 3_600_000 + index * 60_000),
    capacity,
  }))
  const inserted = await tx.insertInto('time_spans').values(rows).returning('id').execute()
  return inserted.map(row => row.id)
}
