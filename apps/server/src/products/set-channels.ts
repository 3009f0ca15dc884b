import type { SalesChannel } from '@kippu/domain/states/ticket'

import type { Database } from '../db/database.ts'

export interface ProductChannels {
  readonly siteKey: string
  readonly productUuid: string
}

/** The channels that sell a product; undefined when the site has none with this UUID. */
export async function findChannels(
  { db }: { readonly db: Database },
  { siteKey, productUuid }: ProductChannels,
): Promise<readonly string[] | undefined> {
  const row = await db.read(read =>
    read
      .selectFrom('products')
      .select('channels')
      .where('site_key', '=', siteKey)
      .where('uuid', '=', productUuid)
      .executeTakeFirst(),
  )
  return row?.channels
}

/** Has other channels sell a product, a second later at most. What was bought stays as it is. False when the site has no such product. */
export async function setChannels(
  { db }: { readonly db: Database },
  { siteKey, productUuid, channels }: ProductChannels & { readonly channels: readonly SalesChannel[] },
): Promise<boolean> {
  return db.transaction(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('products')
      .set({ channels: [...channels] })
      .where('site_key', '=', siteKey)
      .where('uuid', '=', productUuid)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}
