import { readFileSync } from 'node:fs'
import path from 'node:path'

import { parse } from 'csv-parse/sync'
import * as v from 'valibot'

/** A row of a sheet by its headings; an empty cell is an empty text. */
export type SheetRow = Readonly<Record<string, string>>

const rows = v.array(v.record(v.string(), v.string()))

/** The rows of one of the sheets beside the sites. */
export function readSheet(name: string): readonly SheetRow[] {
  const file = path.join(import.meta.dirname, '../sheets', `${name}.csv`)
  return v.parse(rows, parse(readFileSync(file), { columns: true }))
}
