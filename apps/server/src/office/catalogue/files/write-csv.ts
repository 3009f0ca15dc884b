import { csvLine } from '@kippu/domain/books/csv-line'

import type { Cell } from './raw-sheet.ts'

/** A table as CSV that Excel opens: UTF-8 with its mark, lines ending as Windows has them. */
export function writeCsv(headings: readonly string[], rows: ReadonlyArray<readonly Cell[]>): string {
  return `\u{feff}${[headings, ...rows].map(csvLine).join('')}`
}
