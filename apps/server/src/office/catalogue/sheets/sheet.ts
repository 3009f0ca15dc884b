import type { Permission } from '@kippu/domain/staff/permission'

import type { Read, Tx } from '../../../platform/db/database.ts'
import type { Cell, HeadingLanguage, Words } from '../files/raw-sheet.ts'
import type { Names } from './names.ts'

/** A value of a column in its one form: a date is `2026-12-01`, a list is sorted and separated by spaces. */
export type Value = string | number | boolean | null

/** A row in the order of its sheet's columns; what the database knows beside them follows. */
export type Row = readonly Value[]

/** A row of a file: what it does not say is undefined. */
export type SaidRow = ReadonlyArray<Value | undefined>

/** Why a cell has no value of its column. */
export class WrongCell {
  readonly text: Words

  constructor(...text: Words) {
    this.text = text
  }
}

/** The tools with which a cell is read. */
export interface CellContext {
  readonly names: Names
  /** Those of its table. */
  readonly headings: readonly string[]
  /** The cells before it. */
  readonly row: SaidRow
  /** A spreadsheet has it as a number. */
  readonly isNumber: boolean
  /** Days that are bare numbers count from 1904. */
  readonly is1904: boolean
}

/** How the cells of a column are read and written. */
export interface Kind {
  read(text: string, context: CellContext): Value | WrongCell
  write(value: Value, names: Names, row: Row): Cell
}

export interface Column {
  /** In English, as exports have it. */
  readonly name: string
  /** Other headings that are understood, the Japanese one of exports first. */
  readonly others: readonly string[]
  readonly kind: Kind
  /** The meaning of an empty cell; undefined where one is a fault. */
  readonly empty?: Value
  /** No file has it: any change sets it. */
  readonly derived?: Value
  /** An empty cell leaves it as it is. */
  readonly isKept?: boolean
  /** No answer shows it. */
  readonly isSecret?: boolean
  /** No file has it: what a rule wrote last into the column of this name. */
  readonly ruled?: string
}

/** Whether files have the column. */
export function isOfFiles({ derived, ruled }: Column): boolean {
  return derived === undefined && ruled === undefined
}

/** The heading of a column in an export. */
export function headingIn(language: HeadingLanguage, { name, others }: Column): string {
  return language === 'ja' ? (others[0] ?? name) : name
}

export interface Change {
  /** Null: it is added. */
  readonly before: Row | null
  /** Null: it is removed. */
  readonly after: Row | null
  /** Where the file says so. */
  readonly source?: RowSource
}

/** Changes of one sheet, one after the other. */
export interface Changes extends Iterable<Change> {
  readonly length: number
}

export interface RowSource {
  /** Index of the table among those of the import. */
  readonly sheet: number
  readonly line: number
}

export interface Scope {
  readonly siteKey: string
  readonly names: Names
  /** The prices of a day ago, by sheet and key of their rows, where they have been changed since. */
  readonly dayAgo?: ReadonlyMap<string, number>
  /** Products that rows may be of, by UUID; undefined: all. */
  readonly products?: readonly string[]
  /** Days that rows may be of, both included; undefined: all. */
  readonly days?: { readonly from: string; readonly until: string }
}

export interface CellFault {
  /** The name of the column. */
  readonly column?: string
  readonly text: Words
}

/** The fate of a row that is gone: it stays as it is for a reason, or this row is put in its place. */
export type Instead = { readonly why: Words } | { readonly row: Row }

export interface GoneRows {
  readonly rows: readonly Row[]
  /** `whole`: a file that is the whole sheet leaves them out. `undo`: the import that added them is taken back. */
  readonly why: 'whole' | 'undo'
  readonly others: OtherChanges
}

/** The rows that the changes of a sheet concern, for finding what was sold. */
export interface Touched {
  readonly products: Set<string>
  /** UUID of the product and start, `2026-12-01 10:00`. */
  readonly spans: Array<readonly [string, string]>
  readonly days: Array<readonly [string, string]>
  /** Option values by product, option and name. */
  readonly values: Array<readonly [string, string, string]>
  readonly coupons: Set<string>
}

export interface WriteContext {
  readonly siteKey: string
  readonly now: Date
}

/** One table that a venue fills in. */
export interface Sheet {
  readonly name: string
  readonly others: readonly string[]
  readonly permission: Permission
  readonly columns: readonly Column[]
  /** How many of the first columns name a row. */
  readonly keys: number
  /** Its first column is a product and its second a day. */
  readonly isDated?: boolean
  /** Its rows are people: of what an import changes of them, only what taking it back needs is kept. */
  readonly isPersonal?: boolean
  /** Whether a file may be the whole of it, so that what it leaves out is gone. */
  readonly mayBeWhole: boolean
  readonly current: (read: Read, scope: Scope) => Promise<Row[]>
  /** Rows of an export; all where nothing is said. */
  readonly isExported?: (row: Row) => boolean
  /** The values of a new row that its file does not say. */
  readonly fill?: (row: SaidRow, names: Names) => SaidRow
  readonly check?: (change: Change, names: Names) => CellFault | undefined
  /** As `check`, of all changes together and with what the database knows. */
  readonly checkAll?: (
    read: Read,
    scope: Scope,
    changes: Changes,
    others: OtherChanges,
  ) => Promise<FaultOfChange[]>
  /** Places of columns of which no two rows may have the same, where none is empty. */
  readonly unique?: readonly number[]
  /** The rows that shall be gone but can't be, by their key. */
  readonly instead: (read: Read, scope: Scope, gone: GoneRows) => Promise<ReadonlyMap<string, Instead>>
  /** Whether somebody arranged more of a row than its columns say: no rule takes it away. */
  readonly isArranged?: (row: Row) => boolean
  readonly touch: (row: Row, touched: Touched) => void
  /** Writes added and changed rows. */
  readonly put: (tx: Tx, context: WriteContext, changes: readonly PutChange[]) => Promise<void>
  readonly remove: (tx: Tx, context: WriteContext, rows: readonly Row[]) => Promise<void>
}

/** Changes of another sheet of the same import. */
export type OtherChanges = (sheet: string) => Changes

/** The rows that changes remove. */
export function* removedRows(changes: Iterable<Change>): Generator<Row, void, void> {
  for (const { before, after } of changes) if (before !== null && after === null) yield before
}

export interface FaultOfChange {
  readonly change: Change
  readonly fault: CellFault
}

export interface PutChange {
  readonly before: Row | null
  readonly after: Row
}

/** The key of a row as one text. */
export function keyOf({ keys }: Pick<Sheet, 'keys'>, row: SaidRow): string {
  return row.slice(0, keys).join('\t')
}

/** The row without what the database knows beside it. */
export function columnsOf({ columns }: Pick<Sheet, 'columns'>, row: Row): Row {
  return row.length === columns.length ? row : row.slice(0, columns.length)
}

export function isSameRow({ columns }: Pick<Sheet, 'columns'>, before: Row, after: Row): boolean {
  return columns.every((column, index) => column.derived !== undefined || before[index] === after[index])
}

export const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '')
export const nullableTextOf = (value: Value | undefined): string | null =>
  typeof value === 'string' ? value : null
export const numberOf = (value: Value | undefined): number => (typeof value === 'number' ? value : 0)
export const nullableNumberOf = (value: Value | undefined): number | null =>
  typeof value === 'number' ? value : null
export const isTrue = (value: Value | undefined): boolean => value === true
export const wordsOf = (value: Value | undefined): string[] => textOf(value).split(' ').filter(Boolean)
