import { cellName, type Place, type RawSheet } from './files/raw-sheet.ts'
import { headingOf } from './sheets/all-sheets.ts'
import type { Column } from './sheets/sheet.ts'

/** Where a row of a table is, and which of its cells, by the name of its column. */
export function placeOf(
  raw: RawSheet,
  columns: readonly Column[],
  line: number,
  name: string | undefined,
): Place {
  const place = { file: raw.file, sheet: raw.name, line }
  const column = columns.find(one => one.name === name)
  if (name === undefined || column === undefined) return place
  const names = [column.name, ...column.others].map(headingOf)
  const index = raw.headings.findIndex(heading => names.includes(headingOf(heading)))
  return { ...place, column: index === -1 ? name : cellName(raw, line, index) }
}
