import { cellName, type RawSheet } from './files/raw-sheet.ts'
import { headingOf } from './sheets/all-sheets.ts'
import type { Column } from './sheets/sheet.ts'

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
