import { CsvError, parse } from 'csv-parse/sync'

import { decodeText } from './decode-text.ts'
import {
  type Encoding,
  findHeadings,
  type IsHeading,
  type RawRow,
  type RawSheet,
  UnreadableFile,
  type Words,
} from './raw-sheet.ts'

interface CsvFile {
  readonly file: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly isHeading: IsHeading
}

/** The first one of several that give the same headings is taken. */
const DELIMITERS = [',', '\t', ';', '|'] as const

interface CsvForm {
  readonly encoding: Encoding
  readonly delimiter: string
  readonly headings: readonly string[]
  /** The line of the headings: what stands above it is a title. */
  readonly line: number
}

/** A CSV, separated by commas, tabs or semicolons. @throws UnreadableFile when it is torn, or in no known encoding. */
export function readCsv({ file, name, bytes, isHeading }: CsvFile): RawSheet {
  const { encoding, delimiter, headings, line } = formOf(file, bytes, isHeading)
  const eachRow: RawSheet['eachRow'] = visit => {
    const { text } = decodeText(file, bytes)
    try {
      eachRowOf(text, delimiter, row => {
        if (row.line > line) visit(row)
      })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      throw new UnreadableFile({ file, ...lineOf(error), text: reasonOf(error) }, headings)
    }
  }
  return { file, name, format: 'csv', encoding, headings, eachRow }
}

/** Characters of a file by which its form is told: some rows at least. */
const HEAD = 200_000

function formOf(file: string, bytes: Uint8Array, isHeading: IsHeading): CsvForm {
  const { text, encoding } = decodeText(file, bytes)
  const head = text.slice(0, HEAD)
  const said = /^sep=(.)\r?(?:\n|$)/iu.exec(head)?.[1]
  const forms = (said === undefined ? DELIMITERS : [said]).map(delimiter => ({
    delimiter,
    ...findHeadings(firstRows(head, delimiter), isHeading),
  }))
  const best = forms.reduce((a, b) => (b.known > a.known ? b : a))
  return { encoding, ...best }
}

/** The rows before the first one that cannot be read. */
function firstRows(head: string, delimiter: string): RawRow[] {
  const rows: RawRow[] = []
  try {
    eachRowOf(head, delimiter, row => {
      rows.push(row)
      if (rows.length > MOST_HEAD_ROWS) throw new EnoughRows()
    })
  } catch (error) {
    if (!(error instanceof CsvError) && !(error instanceof EnoughRows)) throw error
  }
  return rows
}

const MOST_HEAD_ROWS = 50

class EnoughRows extends Error {
  override readonly name = 'EnoughRows'
}

/** Hands out the rows of a CSV that are not empty, one after the other, and keeps none of them. */
function eachRowOf(text: string, delimiter: string, take: (row: RawRow) => void): void {
  parse(text, {
    bom: true,
    // One file may have several.
    record_delimiter: ['\r\n', '\n', '\r'],
    delimiter,
    relax_column_count: true,
    on_record: (cells, { lines }) => {
      if (cells.some(cell => cell.trim() !== '') && !/^sep=/iu.test(cells[0] ?? '')) take(rowOf(cells, lines))
      return null
    },
  })
}

/** The parser says on which line a row ends; a row of several lines is found at its first. */
function rowOf(cells: readonly string[], lastLine: number): RawRow {
  const breaks = cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
  return { line: lastLine - breaks, cells: cells.map(cellOf) }
}

/** A cell that an export has marked so that no spreadsheet runs it, or a person so that it stays a text, is itself again. */
function cellOf(cell: string): string | null {
  if (cell === '') return null
  return /^'+[=+\-@\t\r]|^'\d+$/.test(cell) ? cell.slice(1) : cell
}

function lineOf(error: CsvError): { readonly line?: number } {
  const lines: unknown = error['lines']
  return typeof lines === 'number' ? { line: lines } : {}
}

function reasonOf({ code, message }: CsvError): Words {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return [
      'a quotation mark is opened and never closed: is the file whole?',
      '引用符が閉じていません。ファイルは途中で切れていませんか',
    ]
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE')
    return [
      'a quotation mark stands inside a cell: double it, and put the cell into quotation marks',
      'セルの中に引用符があります。2つ重ね、セル全体を引用符で囲んでください',
    ]
  return [message, message]
}
