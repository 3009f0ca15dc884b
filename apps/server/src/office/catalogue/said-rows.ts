import { randomUUID } from 'node:crypto'

import { type Cell, cellName, type Faults, type RawSheet, type Words } from './files/raw-sheet.ts'
import { type Said, SaidTable } from './said-table.ts'
import { headingOf, sheetNamed, SHEETS } from './sheets/all-sheets.ts'
import type { Names } from './sheets/names.ts'
import { products } from './sheets/products.ts'
import { rules as ruleSheet } from './sheets/rules.ts'
import {
  type CellContext,
  type Column,
  headingIn,
  isOfFiles,
  keyOf,
  type SaidRow,
  textOf,
  WrongCell,
} from './sheets/sheet.ts'

/** The rows of all files by their sheet, each key once. */
export interface SaidRows {
  readonly bySheet: ReadonlyMap<string, SaidTable>
  /** Those without a name, which are applied once. */
  readonly rules: readonly Said[]
}

/** Rows of one sheet; more are another file. */
const MOST_ROWS = 300_000

interface Reading {
  readonly raws: readonly RawSheet[]
  readonly names: Names
  readonly faults: Faults
}

/** Reads the rows of all tables, those of products first: what they add may be named by the others. */
export function readSaidRows(reading: Reading): SaidRows {
  const { raws, faults } = reading
  const bySheet = new Map<string, SaidTable>()
  const rules: Said[] = []
  const order = [products.name, ...SHEETS.map(({ name }) => name)]
  const known = raws.flatMap((raw, index) => {
    const sheet = sheetNamed(raw.name)
    if (sheet !== undefined && raw.isHidden !== true) return [{ raw, index, sheet }]
    readThrough(raw)
    if (sheet === undefined && raw.isHidden === true) return []
    const names = SHEETS.map(({ name }) => name).join(', ')
    faults.add({ file: raw.file, sheet: raw.name }, () => ({
      text:
        sheet === undefined
          ? [
              `“${raw.name}” is none of the sheets: ${names}`,
              `「${raw.name}」というシートはありません: ${names}`,
            ]
          : [
              'the worksheet is hidden: show it, or delete it',
              'シートが非表示です。表示するか削除してください',
            ],
    }))
    return []
  })
  for (const { raw, index, sheet } of known.toSorted(
    (a, b) => order.indexOf(a.sheet.name) - order.indexOf(b.sheet.name),
  )) {
    const keep = (said: Said) => {
      const kept = bySheet.get(sheet.name) ?? new SaidTable()
      bySheet.set(sheet.name, kept)
      keepOnce(reading, kept, keyOf(sheet, said.row), said)
    }
    if (sheet === ruleSheet) {
      // A rule without a name has no key, and says all that it needs.
      const isNamed = raw.headings.some(heading => NAME_HEADINGS.has(headingOf(heading)))
      readTable(reading, index, {
        sheet: isNamed ? sheet : { columns: sheet.columns },
        take: said => ((said.row[1] ?? null) === null ? rules.push(said) : keep(said)),
      })
      continue
    }
    bySheet.set(sheet.name, bySheet.get(sheet.name) ?? new SaidTable())
    const take = sheet === products ? (said: Said) => keep(finishProduct(reading, said)) : keep
    readTable(reading, index, { sheet, take })
  }
  return { bySheet, rules }
}

const NAME_HEADINGS = new Set(
  ruleSheet.columns.slice(1, 2).flatMap(({ name, others }) => [name, ...others].map(headingOf)),
)

function keepOnce({ raws, faults }: Reading, kept: SaidTable, key: string, said: Said): void {
  const before = kept.get(key)
  if (before === undefined) {
    kept.set(key, said)
    return
  }
  const { file, name } = raws[said.source.sheet] ?? { file: '', name: '' }
  faults.add({ file, sheet: name, line: said.source.line }, () => {
    const first = raws[before.source.sheet]
    const where = first?.file === file && first.name === name ? '' : ` of ${first?.file ?? ''}`
    const line = before.source.line
    return { text: [`the same row is on line ${line}${where}`, `同じ行が ${line} 行目${where}にあります`] }
  })
}

/** Without keys, each of its rows must say all that it needs. */
interface ReadSheet {
  readonly columns: readonly Column[]
  readonly keys?: number | undefined
}

interface TakenRows {
  readonly sheet: ReadSheet
  readonly take: (said: Said) => void
}

/** Hands out the rows of one table that have no fault. */
function readTable(reading: Reading, index: number, { sheet: { columns, keys }, take }: TakenRows): void {
  const raw = reading.raws[index]
  const places = raw === undefined ? undefined : placesOf(reading, raw, { columns, keys })
  if (raw === undefined) return
  if (places === undefined) {
    readThrough(raw)
    return
  }
  let count = 0
  raw.eachRow(({ line, cells }) => {
    count += 1
    if (count > MOST_ROWS) return
    const row = readRow(reading, { raw, line, cells, columns, places })
    if (row !== undefined) take({ row, source: { sheet: index, line } })
  })
  if (count <= MOST_ROWS) return
  reading.faults.add({ file: raw.file, sheet: raw.name }, () => ({
    text: [
      `the sheet has ${count} rows, and ${MOST_ROWS} are the most`,
      `${count} 行あります。${MOST_ROWS} 行までです`,
    ],
  }))
}

/** A file that is torn is said to be, whatever else is wrong with it. @throws UnreadableFile */
function readThrough(raw: RawSheet): void {
  raw.eachRow(() => undefined)
}

interface RowToRead {
  readonly raw: RawSheet
  readonly line: number
  readonly cells: readonly Cell[]
  readonly columns: readonly Column[]
  /** The place of each column in the file, undefined where it has none. */
  readonly places: ReadonlyArray<number | undefined>
}

function readRow(
  { names, faults }: Reading,
  { raw, line, cells, columns, places }: RowToRead,
): SaidRow | undefined {
  const row: Array<SaidRow[number]> = []
  const wrongs: CellWords[] = []
  for (const [index, column] of columns.entries()) {
    const place = places[index]
    const value =
      place === undefined
        ? undefined
        : readCell(column, cells[place] ?? null, contextOf(raw, names, { row, cell: cells[place] }))
    if (value instanceof WrongCell) {
      wrongs.push({ place: place ?? 0, text: value.text })
      row.push(undefined)
    } else row.push(value)
  }
  if (wrongs.length > 0 && TOTAL.test(firstWord(cells))) {
    faults.add({ file: raw.file, sheet: raw.name, line }, () => ({
      text: ['this row is a total: delete it', 'この行は合計です。行を削除してください'],
    }))
    return undefined
  }
  for (const { place, text } of wrongs)
    faults.add({ file: raw.file, sheet: raw.name, line }, () => ({
      column: cellName(raw, line, place),
      text,
    }))
  if (cells.length > raw.headings.length && cells.slice(raw.headings.length).some(cell => cell !== null)) {
    faults.add({ file: raw.file, sheet: raw.name, line }, () => ({
      text: ['the row has more cells than there are headings', '見出しより多くのセルがあります'],
    }))
    return undefined
  }
  return wrongs.length === 0 ? row : undefined
}

interface CellWords {
  /** Its column in the file, from 0. */
  readonly place: number
  readonly text: Words
}

const TOTAL = /^(?:(?:grand |sub)?total|sum|合計|総計|小計|計)[:：]?$/iu

/** The first cell that is filled in. */
function firstWord(cells: readonly Cell[]): string {
  const first = cells.find(cell => cell !== null && String(cell).trim() !== '')
  return String(first ?? '').trim()
}

function readCell(column: Column, cell: Cell, context: CellContext) {
  const text = typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell ?? '')
  if (SHOWN_ERROR.test(text.normalize('NFKC').trim()))
    return new WrongCell(`the cell shows an error (${text})`, `セルがエラー（${text}）になっています`)
  if (/^\?[?\s]*\?$/u.test(text))
    return new WrongCell(
      'letters were lost when it was saved, and are question marks: save it as CSV (UTF-8)',
      '保存したときに文字が失われ、「?」になっています。CSV（UTF-8）で保存してください',
    )
  if (text.trim() !== '') return column.kind.read(text, context)
  if (column.isKept === true) return undefined
  return column.empty === undefined ? new WrongCell('it must not be empty', '空にできません') : column.empty
}

/** As spreadsheets write it, in English and German, and `####` of a column that is too narrow. */
const SHOWN_ERROR =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|NV|BEZUG!|WERT!|ZAHL!|#+)|Err:\d{3})$/iu

interface ReadAt {
  readonly row: SaidRow
  readonly cell: Cell | undefined
}

function contextOf(
  { is1904 = false, format, headings }: RawSheet,
  names: Names,
  { row, cell }: ReadAt,
): CellContext {
  return { names, headings, row, is1904, isNumber: format === 'xlsx' && typeof cell === 'number' }
}

function placesOf(
  { faults }: Reading,
  raw: RawSheet,
  { columns, keys = columns.length }: ReadSheet,
): ReadonlyArray<number | undefined> | undefined {
  // A list without an entry says nothing of its columns.
  if (raw.format === 'json' && raw.headings.length === 0) return []
  const headings = raw.headings.map(headingOf)
  const before = faults.total
  const fault = (text: Words) => faults.add({ file: raw.file, sheet: raw.name }, () => ({ text }))
  const understood = new Set<number>()
  const places = columns.map((column, turn) => {
    const names = [column.name, ...column.others].map(headingOf)
    const found = headings.flatMap((heading, index) => (names.includes(heading) ? [index] : []))
    if (found.length > 1) {
      const twins = found.map(index => `“${raw.headings[index]}”`).join(' and ')
      fault([
        `the column ${column.name} is there twice: ${twins}`,
        `列 ${column.name} が2つあります: ${twins}`,
      ])
    }
    if (found.length === 0 && turn < keys && column.empty === undefined && isOfFiles(column))
      fault([`the column ${column.name} is missing`, `列 ${bothHeadings(column)} がありません`])
    if (!isOfFiles(column)) return undefined
    for (const index of found) understood.add(index)
    return found[0]
  })
  for (const [index, heading] of raw.headings.entries())
    if (heading.trim() !== '' && !understood.has(index)) {
      const known = columns.filter(isOfFiles).map(bothHeadings)
      fault([
        `“${heading}” is none of the columns: ${known.join(', ')}`,
        `「${heading}」という列はありません: ${known.join(', ')}`,
      ])
    }
  if (raw.headings.length === 0) fault(['the sheet has no headings', '見出しがありません'])
  return faults.total === before ? places : undefined
}

/** `capacity (定員)` */
function bothHeadings(column: Column): string {
  return `${column.name} (${headingIn('ja', column)})`
}

/** A product that is not there yet gets its UUID, and can be named. One that is named by its code has it. */
function finishProduct({ names }: Reading, { row, source }: Said): Said {
  const [first = '', second] = textOf(row[0]).split(' ')
  const uuid = first === 'new' ? randomUUID() : (second ?? first)
  const known = names.product(uuid)
  const ofName = first === 'new' ? second : known?.code
  const code = second === undefined ? row[1] : (row[1] ?? ofName)
  names.add({
    ...known,
    uuid,
    code: code === undefined ? (known?.code ?? null) : code === null ? null : textOf(code),
    saleType: textOf(row[3] ?? known?.saleType),
    basePrice: typeof row[4] === 'number' ? row[4] : (known?.basePrice ?? 0),
    isSet: row[2] === undefined ? known?.isSet === true : row[2] === 'set',
  })
  return { row: row.with(0, uuid).with(1, code), source }
}
