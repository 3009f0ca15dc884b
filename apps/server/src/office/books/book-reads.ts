import type { Database } from '../../platform/db/database.ts'

/** Where the books are read: a database, or one transaction of it. */
export interface BookReads {
  readonly db: Pick<Database, 'read'>
}
