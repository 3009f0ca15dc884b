import type { SalesChannel } from '@kippu/domain/states/ticket'

import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from '../staff/actor.ts'
import { recordAction } from '../staff/record-action.ts'

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
  { db, ...deps }: { readonly db: Database; readonly clock: Clock; readonly actor: Actor },
  { siteKey, productUuid, channels }: ProductChannels & { readonly channels: readonly SalesChannel[] },
): Promise<boolean> {
  return db.transaction(async tx => {
    const product = await tx
      .selectFrom('products')
      .select(['id', 'channels'])
      .where('site_key', '=', siteKey)
      .where('uuid', '=', productUuid)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (product === undefined) return false
    await tx
      .updateTable('products')
      .set({ channels: [...channels] })
      .where('id', '=', product.id)
      .execute()
    await recordAction(tx, deps, {
      permission: 'sales:write',
      siteKey,
      verb: 'channels set',
      subject: productUuid,
      details: { before: product.channels, after: channels },
    })
    return true
  })
}
