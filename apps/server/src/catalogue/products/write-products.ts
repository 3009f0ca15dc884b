import type { Insertable } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import type { ProductsTable } from '../../platform/db/schema.ts'

/** A product as the catalogue of a venue says it; `isRetired` takes it from sale, and what was sold of it stays. */
export interface WrittenProduct extends Omit<Insertable<ProductsTable>, 'id' | 'retired_at'> {
  readonly isRetired: boolean
}

/** Adds a product, or changes the one that has its UUID. */
export async function writeProduct(
  tx: Tx,
  { isRetired, ...product }: WrittenProduct,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('products')
    .values({ ...product, retired_at: isRetired ? now : null })
    .onConflict(conflict =>
      conflict
        .column('uuid')
        .doUpdateSet(eb => ({
          ...product,
          // A product that is retired already stays so since then.
          retired_at: isRetired ? eb.fn.coalesce('products.retired_at', eb.val(now)) : null,
        }))
        .where('products.site_key', '=', product.site_key),
    )
    .execute()
}

/** Removes products of which nothing was ever sold, once nothing else refers to them. */
export async function removeProducts(tx: Tx, siteKey: string, uuids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('products')
    .where('site_key', '=', siteKey)
    .where('uuid', 'in', [...uuids])
    .execute()
}
