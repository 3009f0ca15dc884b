import { type RawBuilder, sql } from 'kysely'

/** A time inside of JSON, in seconds since 1970: as text it would depend on the time zone of the connection. */
export function epochSeconds(column: string): RawBuilder<number> {
  return sql<number>`date_part('epoch', ${sql.ref(column)})`
}
