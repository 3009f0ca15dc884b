import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { PRICED, priceKey } from './find-odd-prices.ts'
import type { PlannedSheet } from './planned.ts'
import { products } from './sheets/products.ts'
import { type Sheet, textOf } from './sheets/sheet.ts'

const DAY_MS = 24 * 60 * 60_000

interface Asked {
  readonly siteKey: string
  readonly nowMs: number
  readonly sheets: readonly PlannedSheet[]
}

/** The prices of a day ago of the rows of an import and of their products: as they were before the first import since that was kept. */
export async function pricesOfDayAgo(
  read: Read,
  { siteKey, nowMs, sheets }: Asked,
): Promise<ReadonlyMap<string, number>> {
  const keys = new Map<Sheet, Set<string>>(PRICED.map(([sheet]) => [sheet, new Set()]))
  const asked = new Set<string>()
  for (const [sheet] of PRICED)
    for (const { after } of sheets.find(one => one.sheet === sheet)?.changes ?? []) {
      if (after === null) continue
      keys.get(sheet)?.add(priceKey(sheet, after))
      keys.get(products)?.add(priceKey(products, after))
      asked.add(textOf(after[0]))
    }
  const prices = new Map<string, number>()
  for (const [sheet, at] of PRICED) {
    const own = keys.get(sheet)
    if (own === undefined || own.size === 0) continue
    const { rows } = await sql<{ key: string; price: number }>`
      select distinct on (key) key, price from (
        select i.id, ${sheet.name} || e'\\t' || (select string_agg(k, e'\\t' order by place) from jsonb_array_elements_text(row -> 1) with ordinality as c (k, place)
                 where place <= ${sheet.keys}) as key, coalesce(row -> 0 -> ${at}::integer, row -> 1 -> ${at}::integer)::integer as price
          from catalogue_imports i, jsonb_array_elements(i.changes) as part, jsonb_array_elements(part -> 'rows') as row
         where i.site_key = ${siteKey} and i.at > ${new Date(nowMs - DAY_MS)} and jsonb_typeof(i.changes) = 'array'
           and part ->> 'sheet' = ${sheet.name} and jsonb_typeof(row -> 1) = 'array'
           and row -> 1 ->> 0 = any(${list('text', [...asked])}::text[])) as changed
       where key = any(${list('text', [...own])}::text[]) and price is not null order by key, id`.execute(
      read,
    )
    for (const { key, price } of rows) prices.set(key, price)
  }
  return prices
}
