import { decodeText } from './decode-text.ts'
import {
  type Cell,
  exactNumber,
  MOST_COLUMNS,
  type RawRow,
  type RawSheet,
  UnreadableFile,
} from './raw-sheet.ts'

interface JsonFile {
  readonly file: string
  /** The name of the sheet where the file is a list. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** A list of objects, or an object of such lists by the names of their sheets. @throws UnreadableFile for anything else. */
export function readJson({ file, name, bytes }: JsonFile): RawSheet[] {
  const { text, encoding } = decodeText(file, bytes)
  const content = parsed(file, text)
  if (Array.isArray(content)) return [sheetOf({ file, name, encoding }, content)]
  if (!isObject(content))
    throw new UnreadableFile({
      file,
      text: [
        'this is neither a list nor an object of lists',
        'リストでも、リストのオブジェクトでもありません',
      ],
    })
  return Object.entries(content).map(([sheet, rows]) => {
    if (!Array.isArray(rows))
      throw new UnreadableFile({
        file,
        sheet,
        text: ['this is not a list of rows', '行のリストではありません'],
      })
    return sheetOf({ file, name: sheet, encoding }, rows)
  })
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\u{feff}') ? text.slice(1) : text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UnreadableFile({
      file,
      text: [`this is not whole JSON: ${error.message}`, `JSON として読めません: ${error.message}`],
    })
  }
}

type OfSheet = Pick<RawSheet, 'file' | 'name' | 'encoding'>

function sheetOf({ file, name, encoding }: OfSheet, entries: readonly unknown[]): RawSheet {
  const places = new Map<string, number>()
  const rows: RawRow[] = entries.map((entry, index) => {
    if (!isObject(entry))
      throw new UnreadableFile({
        file,
        sheet: name,
        line: index + 1,
        text: ['this row is not an object', 'この行はオブジェクトではありません'],
      })
    const cells: Cell[] = []
    for (const [heading, value] of Object.entries(entry)) {
      const place = places.get(heading) ?? places.size
      if (place >= MOST_COLUMNS)
        throw new UnreadableFile({
          file,
          sheet: name,
          line: index + 1,
          text: [`there are at most ${MOST_COLUMNS} columns`, `列は ${MOST_COLUMNS} までです`],
        })
      places.set(heading, place)
      while (cells.length < place) cells.push(null)
      cells[place] = cellOf({ file, sheet: name, line: index + 1, column: heading }, value)
    }
    return { line: index + 1, cells }
  })
  const eachRow: RawSheet['eachRow'] = visit => {
    for (const row of rows) visit(row)
  }
  return { file, name, ...(encoding && { encoding }), format: 'json', headings: [...places.keys()], eachRow }
}

function cellOf(place: { file: string; sheet: string; line: number; column: string }, value: unknown): Cell {
  if (typeof value === 'number') return exactNumber(value)
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return value === '' ? null : value
  if (Array.isArray(value)) return value.map(String).join(' ')
  throw new UnreadableFile({
    ...place,
    text: ['an object is not a value of a cell', 'オブジェクトはセルの値になりません'],
  })
}

function isObject(x: unknown): x is Readonly<Record<string, unknown>> {
  return typeof x === 'object' && x !== null && !Array.isArray(x)
}
