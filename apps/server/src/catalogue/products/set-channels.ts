import { SALES_CHANNELS, type SalesChannel } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import type { Database, Tx } from '../../platform/db/database.ts'
import { site, uuid } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'

interface ProductChannels {
  readonly siteKey: string
  readonly productUuid: string
}

const ofProduct = { ...site, productUuid: uuid }

/** The channels that sell a product; undefined when the site has none with this UUID. */
export const findChannels = staffVerb({
  name: 'channels',
  permission: 'stock:read',
  reach: 'site',
  input: v.object(ofProduct),
  run: selectChannels,
})

async function selectChannels(
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

/** Has other channels sell a product, a second later at most. What was bought stays as it is. False when the site has no such product; `no unit types` where resellers would sell a kind of ticket of which nobody has said what it is. */
export const setChannels = staffVerb({
  name: 'channels set',
  permission: 'sales:write',
  reach: 'site',
  input: v.object({ ...ofProduct, channels: v.array(v.picklist(SALES_CHANNELS)) }),
  run: writeChannels,
})

async function writeChannels(
  { db }: { readonly db: Database },
  { siteKey, productUuid, channels }: ProductChannels & { readonly channels: readonly SalesChannel[] },
  act: Act,
): Promise<boolean | 'no unit types'> {
  return db.transaction(async tx => {
    const product = await tx
      .selectFrom('products')
      .select(['id', 'channels'])
      .where('site_key', '=', siteKey)
      .where('uuid', '=', productUuid)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (product === undefined) return false
    const isNew = channels.includes('OTA') && !product.channels.includes('OTA')
    if (isNew && (await lacksUnitTypes(tx, product.id))) return 'no unit types'
    await tx
      .updateTable('products')
      .set({ channels: [...channels] })
      .where('id', '=', product.id)
      .execute()
    await recordAction(tx, act, {
      subject: productUuid,
      details: { before: product.channels, after: channels },
    })
    return true
  })
}

async function lacksUnitTypes(tx: Tx, productId: number): Promise<boolean> {
  const lacking = await tx
    .selectFrom('option_values as v')
    .innerJoin('product_options as o', 'o.id', 'v.option_id')
    .select('v.id')
    .where('o.product_id', '=', productId)
    .where('o.type', '=', 'ticket_type')
    .where('v.retired_at', 'is', null)
    .where('v.unit_type', 'is', null)
    .executeTakeFirst()
  return lacking !== undefined
}
