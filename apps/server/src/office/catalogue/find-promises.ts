import { promisesTooMuch } from '@kippu/texts/promised-entry'

import type { Read } from '../../platform/db/database.ts'
import type { Plan } from './planned.ts'
import { productTexts } from './sheets/product-texts.ts'
import { entryOfRow, products } from './sheets/products.ts'
import { keyOf, type Row, type Sheet, textOf } from './sheets/sheet.ts'

/** The products that an import touches whose words promise to come in again afterwards, though each ticket admits once. */
export async function findPromises(
  read: Read,
  plan: Pick<Plan, 'scope' | 'sheets'>,
): Promise<readonly string[]> {
  const touched = new Set<string>()
  for (const { sheet, changes } of plan.sheets)
    if (sheet === products || sheet === productTexts)
      for (const { before, after } of changes) touched.add(textOf((after ?? before)?.[0]))
  if (touched.size === 0) return []
  const texts = Map.groupBy(await rowsAfter(read, plan, productTexts), row => textOf(row[0]))
  return (await rowsAfter(read, plan, products)).flatMap(row => {
    const uuid = textOf(row[0])
    const words = (texts.get(uuid) ?? []).flatMap(([, , ...said]) => said.map(textOf))
    const { isRetired, ...entry } = entryOfRow(row)
    return touched.has(uuid) && !isRetired && promisesTooMuch(words, entry) ? [uuid] : []
  })
}

/** The rows of a sheet as the import leaves them. */
export async function rowsAfter(
  read: Read,
  { scope, sheets }: Pick<Plan, 'scope' | 'sheets'>,
  sheet: Sheet,
): Promise<Row[]> {
  const rows = new Map((await sheet.current(read, scope)).map(row => [keyOf(sheet, row), row]))
  for (const { before, after } of sheets.find(one => one.sheet === sheet)?.changes ?? []) {
    if (before !== null) rows.delete(keyOf(sheet, before))
    if (after !== null) rows.set(keyOf(sheet, after), after)
  }
  return [...rows.values()]
}
