import {
  type Cell,
  columnLetters,
  findHeadings,
  type IsHeading,
  MOST_COLUMNS,
  type RawRow,
  type RawSheet,
  UnreadableFile,
  type Words,
} from './raw-sheet.ts'
import { type NumberFormat, readFormats, shownNumber } from './number-formats.ts'
import { BrokenArchive, type OpenEntry, readZip } from './read-zip.ts'
import { attributeOf, BrokenXml, openedTags, xmlTokens } from './xml-tokens.ts'

interface XlsxFile {
  readonly file: string
  /** The name of its only worksheet, where that says nothing: Sheet1. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly isHeading: IsHeading
}

/** The worksheets of a spreadsheet that are not empty. @throws UnreadableFile when it is torn, damaged, or has a formula. */
export function readXlsx({ file, name: ofFile, bytes, isHeading }: XlsxFile): RawSheet[] {
  const sheets = readable(file, () => {
    const open = readZip(bytes)
    const strings = sharedStrings(partOf(open, 'xl/sharedStrings.xml') ?? [])
    const formats = readFormats(partOf(open, 'xl/styles.xml') ?? [])
    const { all, is1904 } = readWorkbook(open)
    return all.flatMap(({ name, path, isHidden }): RawSheet[] => {
      const rows = (headingLine = Infinity) => {
        const xml = partOf(open, path)
        if (xml === undefined)
          throw new BrokenArchive(`the worksheet ${name} is missing`, `シート ${name} がありません`)
        return filledRows({ file, name, xml, strings, formats, is1904, headingLine })
      }
      const { headings, line } = findHeadings(rows(), isHeading)
      if (line === 0) return []
      const eachRow: RawSheet['eachRow'] = visit =>
        readable(file, () => {
          for (const row of rows(line)) if (row.line > line) visit(row)
        })
      return [{ file, name, format: 'xlsx', isHidden, is1904, headings, eachRow }]
    })
  })
  const [only, ...more] = sheets
  if (only === undefined)
    throw new UnreadableFile({ file, text: ['the workbook is empty', 'ブックが空です'] })
  return more.length === 0 && /^(?:sheet|シート)\s*\d*$/iu.test(only.name)
    ? [{ ...only, name: ofFile }]
    : sheets
}

function readable<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BrokenArchive) && !(error instanceof BrokenXml)) throw error
    const [en, ja] = error.words
    throw new UnreadableFile({
      file,
      text: [`this spreadsheet can't be read: ${en}`, `このブックは読めません: ${ja}`],
    })
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
  readonly isHidden: boolean
}

interface Workbook {
  readonly all: readonly Worksheet[]
  readonly is1904: boolean
}

function readWorkbook(open: OpenEntry): Workbook {
  const workbook = partOf(open, 'xl/workbook.xml')
  if (workbook === undefined)
    throw new BrokenArchive('it is not a workbook (.xlsx)', 'Excel ブック（.xlsx）ではありません')
  const paths = relationsOf(partOf(open, 'xl/_rels/workbook.xml.rels') ?? [])
  const all: Worksheet[] = []
  const parts = new Set<string>()
  let is1904 = false
  for (const { name: tag, attributes } of openedTags(workbook)) {
    if (tag === 'workbookPr') is1904 = /^(?:1|true)$/u.test(attributeOf(attributes, 'date1904') ?? '')
    const [name, id] = [attributeOf(attributes, 'name'), attributeOf(attributes, '(?:\\w+:)?id')]
    const target = paths.get(id ?? '')
    if (tag !== 'sheet' || name === undefined || target === undefined) continue
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    // Each is read as often as it is named.
    if (parts.has(path))
      throw new BrokenArchive(
        'two of its worksheets are the same part',
        '2つのシートが同じ部分を指しています',
      )
    parts.add(path)
    all.push({ name, path, isHidden: /hidden$/iu.test(attributeOf(attributes, 'state') ?? '') })
    if (all.length > MOST_SHEETS) throw new BrokenArchive('it has too many worksheets', 'シートが多すぎます')
  }
  return { all, is1904 }
}

function relationsOf(xml: Iterable<string>): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  for (const { name, attributes } of openedTags(xml)) {
    const [id, target] = [attributeOf(attributes, 'Id'), attributeOf(attributes, 'Target')]
    if (name === 'Relationship' && id !== undefined && target !== undefined) paths.set(id, target)
    if (paths.size > MOST_RELATIONS) throw new BrokenArchive('it has too many parts', '部分が多すぎます')
  }
  return paths
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
      if (length > MOST_SHARED) throw new BrokenArchive('it has too many texts', '文字列が多すぎます')
      continue
    }
    const { kind, name } = token
    if (name === 'si') {
      if (strings.length > MOST_STRINGS)
        throw new BrokenArchive('it has too many texts', '文字列が多すぎます')
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
  readonly formats: readonly NumberFormat[]
  readonly is1904: boolean
  /** Cells that are merged behind it leave others empty. */
  readonly headingLine: number
}

function* filledRows(source: SheetSource): Generator<RawRow, void, void> {
  for (const row of sheetRows(source))
    if (row.cells.some(cell => cell !== null && String(cell).trim() !== '')) yield row
}

interface OpenCell {
  readonly index: number
  readonly type: string
  /** Place of its format in the list of the workbook. */
  readonly style: number
  text: string
}

function* sheetRows(source: SheetSource): Generator<RawRow, void, void> {
  const { file, name, xml } = source
  let line = 0
  let cells: Cell[] = []
  let first: readonly Cell[] | undefined
  let cell: OpenCell | undefined
  let isText = false
  let isReading = false
  const fault = (index: number, text: Words): never => {
    const place = { file, sheet: name, line, column: `${columnLetters(index)}${line}` }
    throw new UnreadableFile({ ...place, text }, (first ?? cells).map(String))
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
        } else {
          first ??= cells
          yield { line, cells }
        }
        break
      case 'c':
        if (token.kind === 'open') {
          const index = indexOf(attributeOf(token.attributes, 'r'), cells.length)
          if (index >= MOST_COLUMNS)
            fault(index, [`there are at most ${MOST_COLUMNS} columns`, `列は ${MOST_COLUMNS} までです`])
          while (cells.length < index) cells.push(null)
          const type = attributeOf(token.attributes, 't') ?? 'n'
          cell = { index, type, style: Number(attributeOf(token.attributes, 's') ?? 0), text: '' }
          if (token.isEmpty) cells[index] = null
        } else if (cell !== undefined) cells[cell.index] = cellOf(cell, source, fault)
        if (!isOpen) cell = undefined
        break
      case 'f':
        if (cell !== undefined)
          fault(cell.index, [
            'a formula is not taken: paste its value',
            '数式は読めません。値を貼り付けてください',
          ])
        break
      case 'v':
      case 't':
        isText = isOpen
        break
      case 'rPh':
        isReading = isOpen
        break
      case 'mergeCell': {
        if (token.kind !== 'open') break
        const range = attributeOf(token.attributes, 'ref') ?? ''
        const [, row = '', end = ''] = /^[A-Z]{1,3}(\d+):[A-Z]{1,3}(\d+)$/u.exec(range) ?? []
        if (Number(end) <= source.headingLine) break
        line = Number(row)
        fault(indexOf(range, 0), [
          `the cells ${range} are merged: unmerge them, and fill in each`,
          `セル ${range} が結合されています。結合を解除し、それぞれに入力してください`,
        ])
        break
      }
    }
  }
}

function cellOf(
  { type, text, index, style }: OpenCell,
  { strings, formats, is1904 }: Pick<SheetSource, 'strings' | 'formats' | 'is1904'>,
  fault: (index: number, text: Words) => never,
): Cell {
  switch (type) {
    case 's':
      return textCell(
        strings[Number(text)] ??
          fault(index, [
            'the spreadsheet is torn: a text is missing',
            'ファイルが壊れています。文字列がありません',
          ]),
      )
    case 'b':
      return text === '1'
    case 'n': {
      if (text === '') return null
      const number = Number(text)
      if (!Number.isFinite(number)) return text
      // A spreadsheet counts by fifteen digits, and stores what is beside them.
      return shownNumber(Number(number.toPrecision(DIGITS)), formats[style] ?? 'plain', is1904)
    }
    default:
      return textCell(text)
  }
}

const DIGITS = 15

/** Characters that XML can't have are written as `_x000D_`. */
function textCell(text: string): string | null {
  if (text === '') return null
  return text.replaceAll(/_x([\dA-F]{4})_/gu, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

/** The column that a cell's name says, from 0; without one it follows the cell before. */
function indexOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/u.exec(reference ?? '')?.[0]
  if (letters === undefined) return next
  return letters.split('').reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1
}
