import { cellName, type RawSheet } from './files/raw-sheet.ts'
import { headingOf } from './sheets/all-sheets.ts'
import { type Column, type Row, type Scope, type Sheet, textOf } from './sheets/sheet.ts'

/** The name that a file has for the cell of a row, by the name of its column. */
export function cellOfColumn(
  raw: RawSheet,
  columns: readonly Column[],
  line: number,
  name: string | undefined,
): { readonly column?: string } {
  const column = columns.find(one => one.name === name)
  if (name === undefined || column === undefined) return {}
  const names = [column.name, ...column.others].map(headingOf)
  const index = raw.headings.findIndex(heading => names.includes(headingOf(heading)))
  return { column: index === -1 ? name : cellName(raw, line, index) }
}

/** A row as the venue calls it. */
export function placeText(sheet: Sheet, { names }: Scope, row: Row): string {
  const words = sheet.columns.slice(0, sheet.keys).map(({ name, kind }, index) => {
    const value = row[index] ?? null
    return name === 'product' ? names.shown(textOf(value)) : String(kind.write(value, names, row) ?? '')
  })
  return [sheet.name, ...words].join(' ')
}
