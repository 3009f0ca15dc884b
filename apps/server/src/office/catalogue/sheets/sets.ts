import { sql } from 'kysely'

import type { Read, Tx } from '../../../platform/db/database.ts'
import { product, whole } from './kinds.ts'
import type { Names } from './names.ts'
import { productIds } from './product-ids.ts'
import {
  type CellFault,
  type Change,
  numberOf,
  type PutChange,
  type Row,
  type Scope,
  type Sheet,
  textOf,
  type WriteContext,
} from './sheet.ts'

/** Which set products may be bought with a product. */
export const sets: Sheet = {
  name: 'sets',
  others: ['セット', 'セット商品', 'product_sets'],
  permission: 'catalogue:write',
  keys: 2,
  mayBeWhole: true,
  columns: [
    { name: 'product', others: ['商品'], kind: product },
    { name: 'set_product', others: ['セット商品', 'セット'], kind: product },
    { name: 'order', others: ['並び順', '順番', 'position'], kind: whole(0, 10_000), empty: 0 },
    { name: 'proposed', others: ['提案数', '初期数量', 'num'], kind: whole(0, 100), empty: 0 },
  ],
  current: readSets,
  check: checkSet,
  // The set product that was ordered is another row: the order keeps it.
  instead: async () => new Map(),
  touch: (row, touched) => {
    touched.products.add(textOf(row[0]))
  },
  put: putSets,
  remove: removeSets,
}

function checkSet({ after }: Change, names: Names): CellFault | undefined {
  if (after === null) return undefined
  if (names.product(textOf(after[0]))?.isSet !== false)
    return {
      column: 'product',
      text: [
        'it is a set product: name the main one first',
        'これはセット商品です。先に本体の商品を書いてください',
      ],
    }
  if (names.product(textOf(after[1]))?.isSet !== true)
    return {
      column: 'set_product',
      text: [
        'its kind is main, and only a set can be bought with another product',
        '種類が main です。ほかの商品と一緒に買えるのは set だけです',
      ],
    }
  return undefined
}

async function readSets(read: Read, { siteKey }: Scope): Promise<Row[]> {
  const { rows } = await sql<{ main: string; set: string; position: number; num: number }>`
    select m.uuid as main, s.uuid as set, l.position, l.num
      from product_sets l join products m on m.id = l.product_id join products s on s.id = l.set_product_id
     where m.site_key = ${siteKey} order by m.position, m.id, l.position, s.id`.execute(read)
  return rows.map(row => [row.main, row.set, row.position, row.num])
}

async function putSets(tx: Tx, { siteKey }: WriteContext, changes: readonly PutChange[]): Promise<void> {
  const ids = await productIds(tx, siteKey)
  for (const { after } of changes) {
    const link = { product_id: ids.of(textOf(after[0])), set_product_id: ids.of(textOf(after[1])) }
    const facts = { position: numberOf(after[2]), num: numberOf(after[3]) }
    await tx
      .insertInto('product_sets')
      .values({ ...link, ...facts })
      .onConflict(conflict => conflict.columns(['product_id', 'set_product_id']).doUpdateSet(facts))
      .execute()
  }
}

async function removeSets(tx: Tx, { siteKey }: WriteContext, rows: readonly Row[]): Promise<void> {
  const ids = await productIds(tx, siteKey)
  for (const row of rows)
    await tx
      .deleteFrom('product_sets')
      .where('product_id', '=', ids.of(textOf(row[0])))
      .where('set_product_id', '=', ids.of(textOf(row[1])))
      .execute()
}
