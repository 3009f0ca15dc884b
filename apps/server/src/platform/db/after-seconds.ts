import { type RawBuilder, sql } from 'kysely'

/** The time that many seconds from now, by the database's own clock. */
export function afterSeconds(seconds: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}
