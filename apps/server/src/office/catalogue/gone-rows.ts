import type { Read } from '../../platform/db/database.ts'
import type { RawSheet } from './files/raw-sheet.ts'
import type { Changing } from './planned.ts'
import { sheetNamed } from './sheets/all-sheets.ts'
import { days } from './sheets/days.ts'
import { columnsOf, isSameRow, keyOf, type Row, type Scope, type Sheet, textOf } from './sheets/sheet.ts'
import { spans } from './sheets/spans.ts'
import { BY_HAND, isEdited, isRuled, type Ruled } from './standing-rules.ts'
import type { RuledRange } from './with-rules.ts'

interface WholeSheets {
  readonly scope: Scope
  readonly planned: ReadonlyMap<string, Changing>
  readonly ranges: readonly RuledRange[]
  /** Days before it stay as they are. */
  readonly today: string
  readonly raws: readonly RawSheet[]
  readonly isWhole: boolean
  readonly ruled: Ruled | undefined
}

/**
 * A row that whole sheets leave out is removed, or retired, or kept for a reason. Sheets of which others are parts come
 * last, so that a day goes with its time spans. Rules alone are the whole of their products and days. A row that rules have written and do not want any
 * longer is gone too, unless somebody edited it.
 */
export async function findGone(read: Read, whole: WholeSheets): Promise<void> {
  const { scope, planned, raws, isWhole } = whole
  const given = new Set(raws.map(({ name }) => sheetNamed(name)?.name))
  const others = (name: string) => planned.get(name)?.changes ?? []
  for (const one of Array.from(planned.values()).toReversed()) {
    const { sheet, left, changes, kept } = one
    if (!sheet.mayBeWhole) continue
    const isGiven = given.has(sheet.name)
    const rows: Row[] = []
    for (const row of left.rows())
      if (isWhole && isMeant(sheet, row, whole, isGiven)) rows.push(row)
      else if (isOfRules(sheet, row, whole))
        if (isEdited(sheet, row)) kept.push({ row, why: BY_HAND, isByHand: true })
        else rows.push(row)
    if (rows.length === 0) continue
    const instead = await sheet.instead(read, scope, { rows, why: 'whole', others })
    for (const row of rows) {
      const stays = instead.get(keyOf(sheet, row))
      if (stays === undefined) changes.add({ before: row, after: null })
      else if ('why' in stays) kept.push({ row, why: stays.why })
      else if (!isSameRow(sheet, row, stays.row))
        changes.add({ before: row, after: columnsOf(sheet, stays.row) })
    }
  }
}

function isOfRules(sheet: Sheet, row: Row, { ruled }: WholeSheets): boolean {
  return (
    ruled?.wanted.has(sheet.name) === true &&
    ruled.products.has(textOf(row[0])) &&
    textOf(row[1]) >= ruled.from &&
    isRuled(sheet, row)
  )
}

function isMeant(sheet: Sheet, row: Row, { ranges, today }: WholeSheets, isGiven: boolean): boolean {
  if (sheet.isDated === true && textOf(row[1]) < today) return false
  if (isGiven) return true
  if (sheet !== days && sheet !== spans) return false
  return ranges.some(
    ({ product, from, until }) => product === row[0] && textOf(row[1]) >= from && textOf(row[1]) <= until,
  )
}
