import { CsvError, parse } from 'csv-parse/sync'

import { decodeText } from './decode-text.ts'
import { type RawRow, type RawSheet, UnreadableFile } from './raw-sheet.ts'

interface CsvFile {
  readonly file: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** A CSV, separated by commas or tabs. @throws UnreadableFile when it is torn, or in no known encoding. */
export function readCsv({ file, name, bytes }: CsvFile): RawSheet {
  const headings = (firstRow(file, bytes)?.cells ?? []).map(cell => String(cell ?? ''))
  const eachRow: RawSheet['eachRow'] = visit => {
    let isHeading = true
    eachCsvRow({ file, bytes }, row => {
      if (!isHeading) visit(row)
      isHeading = false
    })
  }
  return { file, name, format: 'csv', headings, eachRow }
}

/** Ends the reading of a file at its first row. */
class FirstRow extends Error {
  readonly row: RawRow

  constructor(row: RawRow) {
    super('the first row')
    this.row = row
  }
}

function firstRow(file: string, bytes: CsvFile['bytes']): RawRow | undefined {
  try {
    eachCsvRow({ file, bytes }, row => {
      throw new FirstRow(row)
    })
  } catch (error) {
    if (error instanceof FirstRow) return error.row
    throw error
  }
  return undefined
}

/** Hands out the rows of a CSV that are not empty, one after the other, its headings first, and keeps none of them. @throws UnreadableFile as {@link readCsv}. */
export function eachCsvRow(
  { file, bytes }: Pick<CsvFile, 'file' | 'bytes'>,
  take: (row: RawRow) => void,
): void {
  const text = decodeText(file, bytes)
  const firstLine = text.slice(0, text.indexOf('\n') === -1 ? undefined : text.indexOf('\n'))
  const delimiter = firstLine.includes('\t') && !firstLine.includes(',') ? '\t' : ','
  try {
    parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      on_record: (cells, { lines }) => {
        if (cells.some(cell => cell.trim() !== '')) take(rowOf(cells, lines))
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile({ file, ...lineOf(error), text: reasonOf(error) })
  }
}

/** The parser says on which line a row ends; a row of several lines is found at its first. */
function rowOf(cells: readonly string[], lastLine: number): RawRow {
  const breaks = cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
  return { line: lastLine - breaks, cells: cells.map(cellOf) }
}

/** A cell that an export has marked so that no spreadsheet runs it is itself again. */
function cellOf(cell: string): string | null {
  if (cell === '') return null
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

function lineOf(error: CsvError): { readonly line?: number } {
  const lines: unknown = error['lines']
  return typeof lines === 'number' ? { line: lines } : {}
}

function reasonOf({ code, message }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return 'a quotation mark is opened and never closed: is the file whole?'
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE')
    return 'a quotation mark stands inside a cell: double it, and put the cell into quotation marks'
  return message
}
