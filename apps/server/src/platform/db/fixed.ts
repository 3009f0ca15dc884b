import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'

const compiler = new PostgresQueryCompiler()

/**
 * A part of grouped statements that is the same in each. Its text is compiled once, as the program starts: to compile it with each statement
 * costs more than all else that the store does for a read.
 *
 * @throws where it has a value, which each statement would bring anew.
 */
export function fixed<T>(part: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = compiler.compileQuery(part.toOperationNode(), createQueryId())
  if (parameters.length > 0) throw new Error(`this part of a statement has a value: ${text}`)
  return sql.raw<T>(text)
}
