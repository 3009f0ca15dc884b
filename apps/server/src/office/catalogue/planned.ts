import type { Faults, Words } from './files/raw-sheet.ts'
import type { PackedChanges } from './packed-changes.ts'
import type { PackedRows } from './packed-rows.ts'
import type { Changes, Row, Scope, Sheet } from './sheets/sheet.ts'

/** The changes that an import would make to one sheet. */
export interface PlannedSheet {
  readonly sheet: Sheet
  readonly changes: Changes
  /** Rows of the file that the database has already. */
  readonly same: number
  /** Rows that a whole file leaves out or that a rule would change, and that stay. */
  readonly kept: readonly KeptAsIs[]
}

export interface KeptAsIs {
  readonly row: Row
  readonly why: Words
  /** Somebody edited it, and a rule would make something else of it. */
  readonly isByHand?: true
}

/** A row of a sheet. */
export interface RowOfSheet {
  readonly sheet: Sheet
  readonly row: Row
  /** As the venue calls it: `days walk 2026-12-01`. */
  readonly place: string
}

/** Prices that nobody means as a rule: a comma that was lost makes ¥28 or ¥280,000 of ¥2,800. */
export interface OddPrices {
  readonly total: number
  readonly first: readonly OddPrice[]
  /** The new prices, each once, the first ones. */
  readonly prices: readonly number[]
  /** The days and products of all of them, as {@link oddPlace} names them. */
  readonly places: ReadonlySet<string>
}

export interface OddPrice extends RowOfSheet {
  /** Yen; null where there was no price. */
  readonly before: number | null
  readonly after: number
}

/** A product on a day; on every day where the price is the product's own, or that of a kind of its tickets. */
export function oddPlace(product: string, date?: string): string {
  return date === undefined ? product : `${product} ${date}`
}

export interface Plan {
  readonly scope: Scope
  readonly sheets: readonly PlannedSheet[]
  readonly faults: Faults
  readonly oddPrices: OddPrices
}

/** A sheet while it is planned. */
export interface Changing extends PlannedSheet {
  readonly changes: PackedChanges
  readonly kept: KeptAsIs[]
  /** Rows of the database that the file does not say, where it is the whole sheet. */
  readonly left: PackedRows
  /** All rows of the database by their keys, of a sheet in which rows are compared with each other. */
  readonly current: ReadonlyMap<string, Row>
}
