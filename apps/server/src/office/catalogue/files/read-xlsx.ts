import {
  type Cell,
  columnLetters,
  MOST_COLUMNS,
  type RawRow,
  type RawSheet,
  UnreadableFile,
} from './raw-sheet.ts'
import { BrokenArchive, type OpenEntry, readZip } from './read-zip.ts'
import { attributeOf, BrokenXml, type XmlToken, xmlTokens } from './xml-tokens.ts'

interface XlsxFile {
  readonly file: string
  readonly bytes: Uint8Array
}

/** The worksheets of a spreadsheet. @throws UnreadableFile when it is torn, damaged, or has a formula. */
export function readXlsx({ file, bytes }: XlsxFile): RawSheet[] {
  return readable(file, () => {
    const open = readZip(bytes)
    const strings = sharedStrings(partOf(open, 'xl/sharedStrings.xml') ?? [])
    return worksheets(open).map(({ name, path }) => {
      const rows = () => {
        const xml = partOf(open, path)
        if (xml === undefined) throw new BrokenArchive(`the worksheet ${name} is missing`)
        return filledRows({ file, name, xml, strings })
      }
      const headings = (firstOf(rows())?.cells ?? []).map(cell => String(cell ?? ''))
      const eachRow: RawSheet['eachRow'] = visit =>
        readable(file, () => {
          let isHeading = true
          for (const row of rows()) {
            if (!isHeading) visit(row)
            isHeading = false
          }
        })
      return { file, name, format: 'xlsx', headings, eachRow }
    })
  })
}

function firstOf<T>(all: Iterable<T>): T | undefined {
  for (const first of all) return first
  return undefined
}

function readable<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BrokenArchive) && !(error instanceof BrokenXml)) throw error
    throw new UnreadableFile({ file, text: `this spreadsheet can't be read: ${error.message}` })
  }
}

function partOf(open: OpenEntry, name: string): Iterable<string> | undefined {
  const pieces = open(name)
  return pieces === undefined ? undefined : decoded(pieces)
}

function* decoded(pieces: Iterable<Uint8Array>): Generator<string, void, void> {
  const decoder = new TextDecoder('utf-8')
  for (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** Worksheets of a workbook, and what it may name beside them: a small file may name millions. */
const MOST_SHEETS = 200
const MOST_RELATIONS = 2_000

interface Worksheet {
  readonly name: string
  readonly path: string
}

function worksheets(open: OpenEntry): Worksheet[] {
  const workbook = partOf(open, 'xl/workbook.xml')
  if (workbook === undefined) throw new BrokenArchive('it is not a workbook (.xlsx)')
  const paths = relationsOf(partOf(open, 'xl/_rels/workbook.xml.rels') ?? [])
  const sheets: Worksheet[] = []
  const parts = new Set<string>()
  for (const { name: tag, attributes } of opened(workbook)) {
    const [name, id] = [attributeOf(attributes, 'name'), attributeOf(attributes, '(?:\\w+:)?id')]
    const target = paths.get(id ?? '')
    if (tag !== 'sheet' || name === undefined || target === undefined) continue
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    // Each is read as often as it is named.
    if (parts.has(path)) throw new BrokenArchive('two of its worksheets are the same part')
    parts.add(path)
    sheets.push({ name, path })
    if (sheets.length > MOST_SHEETS) throw new BrokenArchive('it has too many worksheets')
  }
  return sheets
}

function relationsOf(xml: Iterable<string>): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  for (const { name, attributes } of opened(xml)) {
    const [id, target] = [attributeOf(attributes, 'Id'), attributeOf(attributes, 'Target')]
    if (name === 'Relationship' && id !== undefined && target !== undefined) paths.set(id, target)
    if (paths.size > MOST_RELATIONS) throw new BrokenArchive('it has too many parts')
  }
  return paths
}

type OpenTag = Extract<XmlToken, { readonly kind: 'open' }>

/** One after the other: a workbook of any size is never a list of its tags. */
function* opened(xml: Iterable<string>): Generator<OpenTag, void, void> {
  for (const token of xmlTokens(xml)) if (token.kind === 'open') yield token
}

/** Texts that cells name by their number. How a Japanese word is read stands beside it, and is not part of it. */
function sharedStrings(xml: Iterable<string>): string[] {
  const strings: string[] = []
  let length = 0
  let text: string | undefined
  let isReading = 0
  let isText = false
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') {
      if (text === undefined || !isText || isReading > 0) continue
      text += token.text
      length += token.text.length
      if (length > MOST_SHARED) throw new BrokenArchive('it has too many texts')
      continue
    }
    const { kind, name } = token
    if (name === 'si') {
      if (strings.length > MOST_STRINGS) throw new BrokenArchive('it has too many texts')
      if (kind === 'close') strings.push(text ?? '')
      else if (token.isEmpty) strings.push('')
      text = kind === 'open' ? '' : undefined
    }
    if (name === 'rPh' && !(kind === 'open' && token.isEmpty)) isReading += kind === 'open' ? 1 : -1
    if (name === 't') isText = kind === 'open' && !token.isEmpty
  }
  return strings
}

/** Characters of the texts that cells share, and how many: these alone are kept while the rest of a file is read. */
const MOST_SHARED = 20_000_000
const MOST_STRINGS = 1_000_000

interface SheetSource {
  readonly file: string
  readonly name: string
  readonly xml: Iterable<string>
  readonly strings: readonly string[]
}

function* filledRows(source: SheetSource): Generator<RawRow, void, void> {
  for (const row of sheetRows(source))
    if (row.cells.some(cell => cell !== null && String(cell).trim() !== '')) yield row
}

interface OpenCell {
  readonly index: number
  readonly type: string
  text: string
}

function* sheetRows({ file, name, xml, strings }: SheetSource): Generator<RawRow, void, void> {
  let line = 0
  let cells: Cell[] = []
  let cell: OpenCell | undefined
  let isText = false
  let isReading = false
  const fault = (index: number, text: string): never => {
    throw new UnreadableFile({ file, sheet: name, line, column: `${columnLetters(index)}${line}`, text })
  }
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') {
      if (cell !== undefined && isText && !isReading) cell.text += token.text
      continue
    }
    const isOpen = token.kind === 'open' && !token.isEmpty
    switch (token.name) {
      case 'row':
        if (token.kind === 'open') {
          line = Number(attributeOf(token.attributes, 'r') ?? line + 1)
          cells = []
        } else yield { line, cells }
        break
      case 'c':
        if (token.kind === 'open') {
          const index = indexOf(attributeOf(token.attributes, 'r'), cells.length)
          if (index >= MOST_COLUMNS) fault(index, `there are at most ${MOST_COLUMNS} columns`)
          while (cells.length < index) cells.push(null)
          cell = { index, type: attributeOf(token.attributes, 't') ?? 'n', text: '' }
          if (token.isEmpty) cells[index] = null
        } else if (cell !== undefined) cells[cell.index] = cellOf(cell, strings, fault)
        if (!isOpen) cell = undefined
        break
      case 'f':
        if (cell !== undefined) fault(cell.index, 'a formula is not taken: paste its value')
        break
      case 'v':
      case 't':
        isText = isOpen
        break
      case 'rPh':
        isReading = isOpen
        break
    }
  }
}

function cellOf(
  { type, text, index }: OpenCell,
  strings: readonly string[],
  fault: (index: number, text: string) => never,
): Cell {
  switch (type) {
    case 's':
      return emptyAsNull(strings[Number(text)] ?? fault(index, 'the spreadsheet is torn: a text is missing'))
    case 'b':
      return text === '1'
    case 'e':
      return fault(index, `the cell shows an error (${text})`)
    case 'n':
      if (text === '') return null
      return Number.isFinite(Number(text)) ? Number(text) : text
    default:
      return emptyAsNull(text)
  }
}

function emptyAsNull(text: string): string | null {
  return text === '' ? null : text
}

/** The column that a cell's name says, from 0; without one it follows the cell before. */
function indexOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/u.exec(reference ?? '')?.[0]
  if (letters === undefined) return next
  return letters.split('').reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1
}
