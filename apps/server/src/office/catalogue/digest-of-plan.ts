import { createHash } from 'node:crypto'

import type { Plan } from './planned.ts'
import { products } from './sheets/products.ts'
import { columnsOf, type Row, type Sheet, textOf, type Value } from './sheets/sheet.ts'

/**
 * The same for the same rows before and after, and another one as soon as somebody changed one of them: what was seen of a plan is what is done. A
 * product that is added has another id each time it is planned, and a password another hash: they count by their place, and as another one.
 */
export function digestOfPlan({ sheets }: Pick<Plan, 'sheets'>): string {
  const added = new Map<string, string>()
  for (const { before, after } of sheets.find(({ sheet }) => sheet === products)?.changes ?? [])
    if (before === null) added.set(textOf(after?.[0]), `new ${added.size}`)
  const hash = createHash('sha256')
  for (const { sheet, changes } of sheets) {
    hash.update(JSON.stringify(sheet.name))
    for (const { before, after } of changes)
      hash.update(JSON.stringify([valuesOf(sheet, before, added), valuesOf(sheet, after, added, before)]))
  }
  return hash.digest('base64url').slice(0, 22)
}

function valuesOf(
  sheet: Sheet,
  row: Row | null,
  added: ReadonlyMap<string, string>,
  before: Row | null = row,
): readonly Value[] | null {
  if (row === null) return null
  return columnsOf(sheet, row).map((value, index) => {
    const { derived, isSecret } = sheet.columns[index] ?? {}
    if (derived !== undefined) return null
    if (isSecret === true) return value === (before?.[index] ?? null)
    return added.size === 0 || typeof value !== 'string' ? value : withoutNewIds(value, added)
  })
}

/** Lists are sorted by ids, so they are sorted anew. */
function withoutNewIds(value: string, added: ReadonlyMap<string, string>): string {
  const words = value.split(' ')
  if (!words.some(word => added.has(word))) return value
  return words
    .map(word => added.get(word) ?? word)
    .toSorted()
    .join(' ')
}
