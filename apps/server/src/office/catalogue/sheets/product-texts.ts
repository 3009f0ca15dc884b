import type { Read, Tx } from '../../../platform/db/database.ts'
import { language, product, text } from './kinds.ts'
import { productIds } from './product-ids.ts'
import {
  nullableTextOf,
  type PutChange,
  type Row,
  type Scope,
  type Sheet,
  textOf,
  type WriteContext,
} from './sheet.ts'

export const productTexts: Sheet = {
  name: 'product_texts',
  others: ['商品テキスト', '商品説明'],
  permission: 'catalogue:write',
  keys: 2,
  mayBeWhole: true,
  columns: [
    { name: 'product', others: ['商品'], kind: product },
    { name: 'language', others: ['言語', 'lang'], kind: language },
    { name: 'name', others: ['名前', '名称', '商品名'], kind: text(200) },
    { name: 'description', others: ['説明'], kind: text(5_000, { hasLines: true }), empty: '' },
    { name: 'caution', others: ['注意', '注意事項'], kind: text(5_000, { hasLines: true }), empty: null },
    { name: 'naming_right', others: ['協賛', '冠名'], kind: text(500, { hasLines: true }), empty: null },
  ],
  current: readTexts,
  instead: async () => new Map(),
  touch: (row, touched) => {
    touched.products.add(textOf(row[0]))
  },
  put: putTexts,
  remove: removeTexts,
}

async function readTexts(read: Read, { siteKey }: Scope): Promise<Row[]> {
  const rows = await read
    .selectFrom('product_texts')
    .innerJoin('products', 'products.id', 'product_texts.product_id')
    .selectAll('product_texts')
    .select('products.uuid')
    .where('site_key', '=', siteKey)
    .orderBy('products.position')
    .orderBy('products.id')
    .orderBy('lang')
    .execute()
  return rows.map(row => [row.uuid, row.lang, row.name, row.description, row.caution, row.naming_right])
}

async function putTexts(tx: Tx, { siteKey }: WriteContext, changes: readonly PutChange[]): Promise<void> {
  const ids = await productIds(tx, siteKey)
  for (const { after } of changes) {
    const words = {
      name: textOf(after[2]),
      description: textOf(after[3]),
      caution: nullableTextOf(after[4]),
      naming_right: nullableTextOf(after[5]),
    }
    await tx
      .insertInto('product_texts')
      .values({ product_id: ids.of(textOf(after[0])), lang: textOf(after[1]), ...words })
      .onConflict(conflict => conflict.columns(['product_id', 'lang']).doUpdateSet(words))
      .execute()
  }
}

async function removeTexts(tx: Tx, { siteKey }: WriteContext, rows: readonly Row[]): Promise<void> {
  const ids = await productIds(tx, siteKey)
  for (const row of rows)
    await tx
      .deleteFrom('product_texts')
      .where('product_id', '=', ids.of(textOf(row[0])))
      .where('lang', '=', textOf(row[1]))
      .execute()
}
