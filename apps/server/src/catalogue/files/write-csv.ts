import type { Cell } from './raw-sheet.ts'

/** A table as CSV that Excel opens: UTF-8 with its mark, lines ending as Windows has them. */
export function writeCsv(headings: readonly string[], rows: ReadonlyArray<readonly Cell[]>): string {
  const lines = [headings, ...rows].map(row => row.map(cellText).join(','))
  return `\u{feff}${lines.join('\r\n')}\r\n`
}

/** A text that a spreadsheet would take for a formula is marked by an apostrophe, which the import takes away again. A number is none. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const marked = /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n\t]/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked
}
