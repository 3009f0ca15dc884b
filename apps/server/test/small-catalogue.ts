import { randomUUID } from 'node:crypto'

import { LANGUAGES } from '@kippu/domain/language'

import type { Database, Tx } from '../src/db/database.ts'

export interface SmallCatalogueOptions {
  readonly siteKey?: string
  readonly saleType?: 'time' | 'date' | 'period'
  /** Capacity of each time span; one span an entry, a minute after the other from 10:00, an hour long. */
  readonly capacities?: readonly number[]
  readonly visitDate?: string
  readonly graceMinutes?: number
}

export interface SmallCatalogue {
  readonly productId: number
  readonly productUuid: string
  /** Adult, 3,200 yen on the day. */
  readonly adult: number
  /** Child, 2,200 yen less. */
  readonly child: number
  readonly spans: readonly number[]
}

/** A site with one product on one day: little enough to know by heart. */
export async function insertSmallCatalogue(
  db: Database,
  options: SmallCatalogueOptions = {},
): Promise<SmallCatalogue> {
  const { siteKey = 'demo', saleType = 'time', visitDate = '2026-12-01', graceMinutes = 0 } = options
  return db.transaction(async tx => {
    await insertLanguages(tx, siteKey)
    const productUuid = randomUUID()
    const { id: productId } = await tx
      .insertInto('products')
      .values({
        site_key: siteKey,
        uuid: productUuid,
        product_type: 'main',
        sale_type: saleType,
        base_price: 3200,
        position: 900,
        image_path: '/demo/forest.svg',
        sale_from: null,
        sale_until: null,
        grace_minutes: graceMinutes,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertProductTexts(tx, productId)
    const [adult, child] = await insertOptions(tx, productId)
    const day = { product_id: productId, visit_date: visitDate, base_price: 3200 }
    await tx.insertInto('product_days').values(day).execute()
    const spans = await insertSpans(tx, {
      productId,
      siteKey,
      visitDate,
      capacities: options.capacities ?? [5],
    })
    return { productId, productUuid, adult, child, spans }
  })
}

async function insertLanguages(tx: Tx, siteKey: string): Promise<void> {
  const rows = LANGUAGES.map((id, position) => ({ site_key: siteKey, id, position, is_default: id === 'ja' }))
  await tx
    .insertInto('languages')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

async function insertProductTexts(tx: Tx, productId: number): Promise<void> {
  await tx
    .insertInto('product_texts')
    .values([
      {
        product_id: productId,
        lang: 'ja',
        name: '光の森',
        description: '森',
        caution: '走らない',
        naming_right: null,
      },
      {
        product_id: productId,
        lang: 'en',
        name: 'Forest of Light',
        description: 'A wood',
        caution: null,
        naming_right: 'by Kippu',
      },
    ])
    .execute()
}

async function insertOptions(tx: Tx, productId: number): Promise<[number, number]> {
  const { id: optionId } = await tx
    .insertInto('product_options')
    .values({ product_id: productId, type: 'ticket_type', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const insertValue = async (position: number, add_cost: number, [ja, en]: readonly [string, string]) => {
    const { id } = await tx
      .insertInto('option_values')
      .values({ option_id: optionId, add_cost, position })
      .returning('id')
      .executeTakeFirstOrThrow()
    const texts = [
      { option_value_id: id, lang: 'ja', name: ja, caution: null },
      { option_value_id: id, lang: 'en', name: en, caution: null },
    ]
    await tx.insertInto('option_value_texts').values(texts).execute()
    return id
  }
  return [await insertValue(1, 0, ['大人', 'Adult']), await insertValue(2, -2200, ['子ども', 'Child'])]
}

interface Spans {
  readonly productId: number
  readonly siteKey: string
  readonly visitDate: string
  readonly capacities: readonly number[]
}

async function insertSpans(tx: Tx, { productId, siteKey, visitDate, capacities }: Spans): Promise<number[]> {
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
