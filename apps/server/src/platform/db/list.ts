import { type RawBuilder, sql } from 'kysely'

type ListType = 'boolean' | 'bytea' | 'float' | 'float8' | 'int' | 'jsonb' | 'smallint' | 'text' | 'uuid'

/**
 * A list of values as one parameter of a statement. It is a subselect because the planner must not count it: a plan for a list
 * of one looks cheaper than the one that is kept for any number, so the statement would be planned anew each time, which
 * costs more than running it. With `= any(…)` it needs its type once more: `any(${list('uuid', ids)}::uuid[])`.
 */
export function list(type: ListType, values: readonly unknown[]): RawBuilder<unknown> {
  return sql`(select ${values}::${sql.raw(type)}[])`
}

/** Columns by their names, each with its type and one value a row. */
export type ListedColumns = Readonly<Record<string, readonly [ListType, readonly unknown[]]>>

/**
 * Rows as the table `name` of a statement, a parameter for each column, so that the text is the same for any number of rows.
 * With `place` they are numbered from 1 in a column of that name.
 */
export function listed(name: string, columns: ListedColumns, place?: string): RawBuilder<unknown> {
  const lists = Object.values(columns).map(([type, values]) => list(type, values))
  const numbering = place === undefined ? sql`` : sql` with ordinality`
  const names = [...Object.keys(columns), ...(place === undefined ? [] : [place])].map(one => sql.ref(one))
  return sql`unnest(${sql.join(lists)})${numbering} as ${sql.ref(name)} (${sql.join(names)})`
}
