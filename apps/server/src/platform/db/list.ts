import { type RawBuilder, sql } from 'kysely'

type ListType = 'boolean' | 'bytea' | 'float' | 'float8' | 'int' | 'jsonb' | 'smallint' | 'text' | 'uuid'

/** Texts and the values between them, as one node of a statement: each node of its own costs time whenever it is compiled. */
function template(texts: readonly string[], values: readonly unknown[]): RawBuilder<unknown> {
  return sql(Object.assign([...texts], { raw: texts }), ...values)
}

/**
 * A list of values as one parameter of a statement. It is a subselect because the planner must not count it: a plan for a list
 * of one looks cheaper than the one that is kept for any number, so the statement would be planned anew each time, which
 * costs more than running it. With `= any(…)` it needs its type once more: `any(${list('uuid', ids)}::uuid[])`.
 */
export function list(type: ListType, values: readonly unknown[]): RawBuilder<unknown> {
  return template(['(select ', `::${type}[])`], [values])
}

/** Columns by their names, each with its type and one value a row. */
export type ListedColumns = Readonly<Record<string, readonly [ListType, readonly unknown[]]>>

/**
 * Rows as the table `name` of a statement, a parameter for each column, so that the text is the same for any number of rows.
 * With `place` they are numbered from 1 in a column of that name.
 */
export function listed(name: string, columns: ListedColumns, place?: string): RawBuilder<unknown> {
  const lists = Object.values(columns)
  const names = [...Object.keys(columns), ...(place === undefined ? [] : [place])].map(one => `"${one}"`)
  const texts = lists.map(([type], index) => `::${type}[])${index < lists.length - 1 ? ', (select ' : ''}`)
  const end = `)${place === undefined ? '' : ' with ordinality'} as "${name}" (${names.join(', ')})`
  return template(
    ['unnest((select ', ...texts.slice(0, -1), `${texts.at(-1) ?? ''}${end}`],
    lists.map(([, values]) => values),
  )
}
