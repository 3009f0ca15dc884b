import { findBroken } from '../src/office/books/invariants.ts'
import type { Database, Read } from '../src/platform/db/database.ts'

/** Each line of the result names a broken invariant of the product's audit and the row that breaks it. Empty when all hold. */
export function findBrokenInvariants(db: Database): Promise<string[]> {
  return db.read(brokenInvariants)
}

/** Like {@link findBrokenInvariants}, within a transaction. */
export async function brokenInvariants(read: Read): Promise<string[]> {
  const broken = await findBroken(read)
  return broken.map(({ invariant, row }) => `${invariant}: ${row}`)
}
