import { usualEntryPolicy } from '@kippu/domain/check-in/entry-words'
import { LANGUAGES } from '@kippu/domain/language'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import type { Localized } from '@kippu/sites/site'

import type { Tx } from '../../platform/db/database.ts'
import type { DemoOptionValue, DemoProduct } from './demo-product.ts'
import { TICKET_TYPE_OPTION } from './ticket-types.ts'

/** A product of the demo as the database has it. */
export interface SeededProduct extends DemoProduct {
  readonly id: number
}

/**
 * Adds missing products with their options and their words; what is there is never changed, words of the venue among it. The
 * product rows stay locked until the transaction ends: a second server that seeds at the same time waits for them.
 */
export async function seedDemoProducts(
  tx: Tx,
  products: readonly DemoProduct[],
  productType: 'main' | 'set',
): Promise<SeededProduct[]> {
  await insertProducts(tx, products, productType)
  const seeded = await lockProducts(tx, products)
  await writeProductTexts(tx, seeded)
  await seedOptionValues(tx, seeded.flatMap(optionsOf))
  return seeded
}

async function insertProducts(
  tx: Tx,
  products: readonly DemoProduct[],
  productType: 'main' | 'set',
): Promise<void> {
  const positions = new Map<string, number>()
  const rows = products.map(product => {
    const position = positions.get(product.siteKey) ?? 0
    positions.set(product.siteKey, position + 1)
    return {
      site_key: product.siteKey,
      uuid: product.uuid,
      product_type: productType,
      sale_type: product.saleType,
      entry_policy: product.entryPolicy ?? usualEntryPolicy(product.saleType),
      base_price: product.basePrice,
      image_path: product.imagePath,
      position,
      sale_from: null,
      sale_until: null,
      grace_minutes: product.graceMinutes,
      channels: [...SALES_CHANNELS],
    }
  })
  await tx
    .insertInto('products')
    .values(rows)
    .onConflict(conflict => conflict.column('uuid').doNothing())
    .execute()
}

/** FOR NO KEY UPDATE blocks another seed, but not the visitors whose orders refer to these rows. */
async function lockProducts(tx: Tx, products: readonly DemoProduct[]): Promise<SeededProduct[]> {
  const rows = await tx
    .selectFrom('products')
    .select(['id', 'uuid'])
    .where(
      'uuid',
      'in',
      products.map(({ uuid }) => uuid),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const byUuid = new Map(products.map(product => [product.uuid, product]))
  return rows.flatMap(({ id, uuid }) => {
    const product = byUuid.get(uuid)
    return product === undefined ? [] : [{ ...product, id }]
  })
}

async function writeProductTexts(tx: Tx, products: readonly SeededProduct[]): Promise<void> {
  const rows = products.flatMap(({ id, name, description, caution, namingRight }) =>
    LANGUAGES.map(lang => ({
      product_id: id,
      lang,
      name: name[lang],
      description: description[lang],
      caution: caution?.[lang] ?? null,
      naming_right: namingRight?.[lang] ?? null,
    })),
  )
  await tx
    .insertInto('product_texts')
    .values(rows)
    .onConflict(conflict => conflict.columns(['product_id', 'lang']).doNothing())
    .execute()
}

/** An option of a product with all its values: the ticket types first, then the extras. */
interface SeededOption {
  readonly productId: number
  readonly position: number
  readonly type: 'ticket_type' | 'extra'
  readonly name: Localized
  readonly values: readonly DemoOptionValue[]
}

function optionsOf({ id: productId, ticketTypes, extras }: SeededProduct): SeededOption[] {
  if (ticketTypes.length === 0) return []
  return [
    { productId, position: 0, type: 'ticket_type', name: TICKET_TYPE_OPTION, values: ticketTypes },
    ...extras.map((extra, index) => ({ productId, position: index + 1, type: 'extra' as const, ...extra })),
  ]
}

async function seedOptionValues(tx: Tx, options: readonly SeededOption[]): Promise<void> {
  if (options.length === 0) return
  const optionIds = await seedOptions(tx, options)
  const values = options.flatMap(option => {
    const optionId = idOf(optionIds, keyOf(option.productId, option.position))
    return option.values.map((value, position) => ({ ...value, position, optionId }))
  })
  await tx
    .insertInto('option_values')
    .values(
      values.map(({ addCost, position, optionId: option_id }) => ({
        option_id,
        add_cost: addCost,
        position,
      })),
    )
    .onConflict(conflict => conflict.columns(['option_id', 'position']).doNothing())
    .execute()
  const rows = await tx
    .selectFrom('option_values')
    .select(['id', 'option_id', 'position'])
    .where('option_id', 'in', [...optionIds.values()])
    .execute()
  const ids = new Map(rows.map(row => [keyOf(row.option_id, row.position), row.id]))
  await tx
    .insertInto('option_value_texts')
    .values(
      values.flatMap(({ name, caution, position, optionId }) =>
        LANGUAGES.map(lang => ({
          option_value_id: idOf(ids, keyOf(optionId, position)),
          lang,
          name: name[lang],
          caution: caution?.[lang] ?? null,
        })),
      ),
    )
    .onConflict(conflict => conflict.columns(['option_value_id', 'lang']).doNothing())
    .execute()
}

/** Ids of the options by product and position. */
async function seedOptions(tx: Tx, options: readonly SeededOption[]): Promise<ReadonlyMap<string, number>> {
  await tx
    .insertInto('product_options')
    .values(options.map(({ productId, type, position }) => ({ product_id: productId, type, position })))
    .onConflict(conflict => conflict.columns(['product_id', 'position']).doNothing())
    .execute()
  const rows = await tx
    .selectFrom('product_options')
    .select(['id', 'product_id', 'position'])
    .where('product_id', 'in', [...new Set(options.map(({ productId }) => productId))])
    .execute()
  const ids = new Map(rows.map(row => [keyOf(row.product_id, row.position), row.id]))
  await tx
    .insertInto('product_option_texts')
    .values(
      options.flatMap(({ productId, position, name }) =>
        LANGUAGES.map(lang => ({ option_id: idOf(ids, keyOf(productId, position)), lang, name: name[lang] })),
      ),
    )
    .onConflict(conflict => conflict.columns(['option_id', 'lang']).doNothing())
    .execute()
  return ids
}

function keyOf(id: number, position: number): string {
  return `${id} ${position}`
}

function idOf(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`no row was seeded for ${key}`)
  return id
}
