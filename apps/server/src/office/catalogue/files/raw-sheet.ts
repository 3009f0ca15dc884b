/** A cell as its file has it: numbers of a spreadsheet are numbers, everything of a CSV is text, an empty one is null. */
export type Cell = string | number | boolean | null

/** A number of which no digit is lost; any other one as text that is a number nowhere: `1.2345678901234568e+17`. */
export function exactNumber(number: number): number | string {
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? number.toExponential() : number
}

export interface RawRow {
  /** As the reader of the file counts it: a line of a CSV, a row of a spreadsheet, an entry of JSON from 1. */
  readonly line: number
  readonly cells: readonly Cell[]
}

/** A sentence to somebody who fills in sheets, in the languages that headings may have. */
export type Words = readonly [en: string, ja: string]

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Languages of headings, and of what is said about their sheets. */
export const HEADING_LANGUAGES = ['en', 'ja'] as const

export type HeadingLanguage = (typeof HEADING_LANGUAGES)[number]

export function languageOf(headings: readonly string[]): HeadingLanguage {
  return headings.some(heading => JAPANESE.test(heading)) ? 'ja' : 'en'
}

export function inLanguage(language: HeadingLanguage, [en, ja]: Words): string {
  return language === 'ja' ? ja : en
}

/** One table of a file, as it is written there. */
export interface RawSheet {
  readonly file: string
  /** As the file calls it: a worksheet, or the file's own name. */
  readonly name: string
  readonly format: SheetFormat
  /** In which the bytes of a text file were read. */
  readonly encoding?: Encoding
  /** Days that are bare numbers count from 1904. */
  readonly is1904?: boolean
  /** A worksheet that nobody sees. */
  readonly isHidden?: boolean
  /** The row that has most of the columns' names; titles may stand above it. */
  readonly headings: readonly string[]
  /** Reads the rows behind it from the file, one after the other: a file of many rows is never a list of them. @throws UnreadableFile */
  readonly eachRow: (visit: (row: RawRow) => void) => void
}

/** Encodings of text files that are taken, as people call them. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Shift_JIS'

export type SheetFormat = 'csv' | 'xlsx' | 'json'

/** Where something is wrong, in words that its reader finds in their own program. */
export interface Place {
  readonly file: string
  readonly sheet?: string
  readonly line?: number
  /** The heading, and in a spreadsheet the name of the cell. */
  readonly column?: string
}

export interface Fault extends Place {
  readonly text: string
}

/** How many faults are kept with their words; the others are counted. */
const MOST_KEPT = 1_000

/** The words of a fault: they are asked for when it is one of those that are kept. */
export type FaultWords = () => { readonly column?: string; readonly text: Words }

interface KeptFault {
  readonly fault: Fault
  readonly table: number
  readonly line: number
}

type OfTable = Pick<RawSheet, 'file' | 'name' | 'headings'>

/** The faults of an import: all are counted, and the first ones are kept, in the order of the files, their sheets and lines. */
export class Faults {
  #total = 0
  #kept: KeptFault[] = []
  /** Behind it nothing is kept any longer. */
  #last: KeptFault | undefined
  readonly #raws: readonly OfTable[]
  readonly #language: HeadingLanguage | undefined
  readonly #tables: ReadonlyMap<string, number>

  /** @param language of the reader; where nobody says it, each fault has that of its headings. */
  constructor(raws: readonly OfTable[], language?: HeadingLanguage) {
    this.#raws = raws
    this.#language = language
    this.#tables = new Map(raws.map(({ file, name }, index) => [`${file}\n${name}`, index]))
  }

  add(place: Pick<Fault, 'file' | 'sheet' | 'line'>, words: FaultWords): void {
    this.#total += 1
    const table = this.#tables.get(`${place.file}\n${place.sheet ?? ''}`) ?? 0
    const of = { table, line: place.line ?? 0 }
    if (this.#last !== undefined && inOrder(this.#last, of) <= 0) return
    const { text, ...more } = words()
    const said = inLanguage(this.#language ?? languageOf(this.#raws[table]?.headings ?? []), text)
    this.#kept.push({ fault: { ...place, ...more, text: said }, ...of })
    if (this.#kept.length >= 2 * MOST_KEPT) this.#sort()
  }

  get total(): number {
    return this.#total
  }

  get kept(): readonly Fault[] {
    this.#sort()
    return this.#kept.map(({ fault }) => fault)
  }

  #sort(): void {
    this.#kept = this.#kept.toSorted(inOrder).slice(0, MOST_KEPT)
    if (this.#kept.length === MOST_KEPT) this.#last = this.#kept.at(-1)
  }
}

function inOrder(a: Pick<KeptFault, 'table' | 'line'>, b: Pick<KeptFault, 'table' | 'line'>): number {
  return a.table - b.table || a.line - b.line
}

/** No row is as wide as this; a cell that is called so would make a row of a million empty ones. */
export const MOST_COLUMNS = 200

/** A file that can't be read at all, or not to its end. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  /** That of its headings. */
  readonly language: HeadingLanguage
  readonly #place: Place
  readonly #text: Words

  /** @param headings the words of the file by which its language is told. */
  constructor({ text, ...place }: Place & { readonly text: Words }, headings: readonly string[] = []) {
    super(text[0])
    this.language = languageOf(headings)
    this.#place = place
    this.#text = text
  }

  get fault(): Fault {
    return this.faultIn(this.language)
  }

  faultIn(language: HeadingLanguage): Fault {
    return { ...this.#place, text: inLanguage(language, this.#text) }
  }
}

/** Whether a word is the name of a column. */
export type IsHeading = (word: string) => boolean

/** Rows above the headings: the title of a table, and who made it. */
const MOST_TITLES = 20

/** Finds the headings among the first rows: most of a row are names of columns. Without any it is the first one. */
export function findHeadings(
  rows: Iterable<RawRow>,
  isHeading: IsHeading,
): { readonly headings: readonly string[]; readonly line: number; readonly known: number } {
  let found = { headings: new Array<string>(), line: 0, known: 0 }
  let count = 0
  for (const { line, cells } of rows) {
    const headings = cells.map(cell => String(cell ?? ''))
    const filled = headings.filter(word => word.trim() !== '')
    const known = filled.filter(isHeading).length
    if (count === 0 || (known > found.known && known * 2 >= filled.length)) found = { headings, line, known }
    count += 1
    if (count > MOST_TITLES) break
  }
  return found
}

/** As a spreadsheet calls its columns: A, B, … Z, AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : `${columnLetters(Math.floor(index / 26) - 1)}${letter}`
}

/** The name of a cell in a fault. */
export function cellName({ format, headings }: RawSheet, line: number, index: number): string {
  const heading = headings[index] ?? ''
  if (format !== 'xlsx') return heading === '' ? `column ${index + 1}` : heading
  return `${columnLetters(index)}${line}${heading === '' ? '' : ` (${heading})`}`
}
