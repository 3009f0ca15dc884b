import type { RawBuilder } from 'kysely'

import { listed, type ListedColumns } from './list.ts'

/** The questions of a group as the table `asked` of one statement: a row each, numbered by `place` from 1. */
export function askedRows(columns: ListedColumns): RawBuilder<unknown> {
  return listed('asked', columns, 'place')
}

/** The row found for a question; `asked.place::integer as place` is a column of the statement. */
export interface Placed {
  readonly place: number
}

/** The row found of each of so many questions. */
export function inPlace<Row extends Placed>(
  { length }: readonly unknown[],
  rows: readonly Row[],
): Array<Row | undefined> {
  const found = new Map(rows.map(row => [row.place, row]))
  return Array.from({ length }, (_, index) => found.get(index + 1))
}
