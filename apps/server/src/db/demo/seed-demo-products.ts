import { LANGUAGES } from '@kippu/domain/language'

import type { Tx } from '../database.ts'
import type { DemoProduct } from './demo-product.ts'
import { TICKET_TYPE_OPTION } from './ticket-types.ts'

/** A product of the demo as it stands in the database. */
export interface SeededProduct extends DemoProduct {
  readonly id: number
}

/**
 * Adds the products that are missing, with one option "ticket type" each, and brings their words up to date. Rows
 * that orders refer to are never changed. The product rows stay locked until the transaction ends: a second server
 * that seeds at the same time waits for them.
 */
export async function seedDemoProducts(tx: Tx, products: readonly DemoProduct[]): Promise<SeededProduct[]> {
  await insertProducts(tx, products)
  const seeded = await lockProducts(tx, products)
  await writeProductTexts(tx, seeded)
  await seedTicketTypes(tx, seeded)
  return seeded
}

async function insertProducts(tx: Tx, products: readonly DemoProduct[]): Promise<void> {
  const positions = new Map<string, number>()
  const rows = products.map(product => {
    const position = positions.get(product.siteKey) ?? 0
    positions.set(product.siteKey, position + 1)
    return {
      site_key: product.siteKey,
      uuid: product.uuid,
      product_type: 'main',
      sale_type: product.saleType,
      base_price: product.basePrice,
      image_path: product.imagePath,
      position,
      sale_from: null,
      sale_until: null,
      grace_minutes: product.graceMinutes,
    }
  })
  await tx
    .insertInto('products')
    .values(rows)
    .onConflict(conflict => conflict.column('uuid').doNothing())
    .execute()
}

/** FOR NO KEY UPDATE holds off another seed, not the visitors whose orders refer to these rows. */
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
    .onConflict(conflict =>
      conflict.columns(['product_id', 'lang']).doUpdateSet(eb => ({
        name: eb.ref('excluded.name'),
        description: eb.ref('excluded.description'),
        caution: eb.ref('excluded.caution'),
        naming_right: eb.ref('excluded.naming_right'),
      })),
    )
    .execute()
}

async function seedTicketTypes(tx: Tx, products: readonly SeededProduct[]): Promise<void> {
  const options = await seedOptions(tx, products)
  const values = products.flatMap(({ id, ticketTypes }) =>
    ticketTypes.map((ticketType, position) => ({ ticketType, position, optionId: idOf(options, id) })),
  )
  await tx
    .insertInto('option_values')
    .values(
      values.map(({ ticketType, position, optionId }) => ({
        option_id: optionId,
        add_cost: ticketType.addCost,
        position,
      })),
    )
    .onConflict(conflict => conflict.columns(['option_id', 'position']).doNothing())
    .execute()
  const rows = await tx
    .selectFrom('option_values')
    .select(['id', 'option_id', 'position'])
    .where('option_id', 'in', [...options.values()])
    .execute()
  const ids = new Map(rows.map(row => [`${row.option_id} ${row.position}`, row.id]))
  await tx
    .insertInto('option_value_texts')
    .values(
      values.flatMap(({ ticketType, position, optionId }) =>
        LANGUAGES.map(lang => ({
          option_value_id: idOf(ids, `${optionId} ${position}`),
          lang,
          name: ticketType.name[lang],
          caution: ticketType.caution?.[lang] ?? null,
        })),
      ),
    )
    .onConflict(conflict =>
      conflict
        .columns(['option_value_id', 'lang'])
        .doUpdateSet(eb => ({ name: eb.ref('excluded.name'), caution: eb.ref('excluded.caution') })),
    )
    .execute()
}

/** The option "ticket type" of each product: its id by product id. */
async function seedOptions(tx: Tx, products: readonly SeededProduct[]): Promise<ReadonlyMap<number, number>> {
  const productIds = products.map(({ id }) => id)
  await tx
    .insertInto('product_options')
    .values(productIds.map(id => ({ product_id: id, type: 'ticket_type', position: 0 })))
    .onConflict(conflict => conflict.columns(['product_id', 'position']).doNothing())
    .execute()
  const rows = await tx
    .selectFrom('product_options')
    .select(['id', 'product_id'])
    .where('product_id', 'in', productIds)
    .where('position', '=', 0)
    .execute()
  await tx
    .insertInto('product_option_texts')
    .values(
      rows.flatMap(({ id }) =>
        LANGUAGES.map(lang => ({ option_id: id, lang, name: TICKET_TYPE_OPTION[lang] })),
      ),
    )
    .onConflict(conflict =>
      conflict.columns(['option_id', 'lang']).doUpdateSet(eb => ({ name: eb.ref('excluded.name') })),
    )
    .execute()
  return new Map(rows.map(({ id, product_id }) => [product_id, id]))
}

function idOf<Key>(ids: ReadonlyMap<Key, number>, key: Key): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`no row was seeded for ${String(key)}`)
  return id
}
