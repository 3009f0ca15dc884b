import { Faults, UnreadableFile } from '../src/office/catalogue/files/raw-sheet.ts'
import { readSheets } from '../src/office/catalogue/files/read-file.ts'
import { readSaidRows } from '../src/office/catalogue/said-rows.ts'
import { isHeading, SHEETS } from '../src/office/catalogue/sheets/all-sheets.ts'
import { createNames } from '../src/office/catalogue/sheets/names.ts'

/** The product that sheets of tests are about. */
export const PRODUCT = '11111111-2222-4333-8444-555555555555'

/** All that a file says of its first row: `column value` of each, or its faults with their places. */
export function readSheet(file: string, bytes: Uint8Array): string {
  const names = createNames(() => false)
  names.add({ uuid: PRODUCT, code: 'walk', saleType: 'time', basePrice: 2_400, isSet: false })
  names.add({ uuid: PRODUCT.replace('1', '2'), code: '0042', saleType: 'date', basePrice: 1, isSet: false })
  try {
    const raws = readSheets(file, bytes, isHeading)
    const faults = new Faults(raws)
    const { bySheet } = readSaidRows({ raws, names, faults })
    if (faults.total > 0)
      return faults.kept.map(({ line, column, text }) => `${line ?? ''} ${column ?? ''}: ${text}`).join('\n')
    return Array.from(bySheet, ([name, said]) => {
      const { columns } = SHEETS.find(sheet => sheet.name === name) ?? { columns: [] }
      const rows = Array.from(said, ([, { row }]) =>
        columns.flatMap((column, index) => {
          const value = row[index]
          return value === undefined || value === (column.empty ?? null) ? [] : [`${column.name} ${value}`]
        }),
      )
      return rows.map(row => row.join(', ')).join('\n')
    }).join('\n')
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { line, column, text } = error.fault
    return `${line ?? ''} ${column ?? ''}: ${text}`
  }
}
