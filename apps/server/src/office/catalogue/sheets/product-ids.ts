import { entryOf } from '@kippu/domain/known'
import type { Read } from '../../../platform/db/database.ts'

export interface ProductIds {
  /** Whether the database has it: one of the same import is not there yet. */
  has(uuid: string): boolean
  /** @throws Error when the site has no such product: the rows of an import were checked before. */
  of(uuid: string): number
}

export async function productIds(read: Read, siteKey: string): Promise<ProductIds> {
  const rows = await read
    .selectFrom('products')
    .select(['id', 'uuid'])
    .where('site_key', '=', siteKey)
    .execute()
  const ids = new Map(rows.map(({ id, uuid }) => [uuid, id]))
  return {
    has: uuid => ids.has(uuid),
    of: uuid => entryOf(ids, uuid),
  }
}
