import type { Database } from '../db/database.ts'

/** Where the books are read: a database, or one transaction of it. */
export interface BookReads {
  readonly db: Pick<Database, 'read'>
}
