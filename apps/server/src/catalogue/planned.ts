import type { Faults } from './files/raw-sheet.ts'
import type { Said } from './said-rows.ts'
import type { Change, Row, Scope, Sheet } from './sheets/sheet.ts'

/** What an import would change of one sheet. */
export interface PlannedSheet {
  readonly sheet: Sheet
  readonly changes: readonly Change[]
  /** Rows of the file that the database has already. */
  readonly same: number
  /** Rows that a whole file leaves out, and that stay. */
  readonly kept: ReadonlyArray<{ readonly row: Row; readonly why: string }>
}

export interface Plan {
  readonly scope: Scope
  readonly sheets: readonly PlannedSheet[]
  readonly faults: Faults
}

/** A sheet while it is planned. */
export interface Changing extends PlannedSheet {
  readonly changes: Change[]
  readonly kept: Array<PlannedSheet['kept'][number]>
  /** Rows of the database by their key: of a sheet in which rows are compared with each other all, otherwise those that change or may go. */
  readonly current: ReadonlyMap<string, Row>
  readonly said: ReadonlyMap<string, Said>
}
