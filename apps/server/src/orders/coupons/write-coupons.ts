import { randomUUID } from 'node:crypto'

import { type Insertable, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import type { CouponsTable } from '../../platform/db/schema.ts'

/** A coupon as a catalogue says it; its code names it. */
export interface WrittenCoupon extends Omit<Insertable<CouponsTable>, 'id' | 'taken'> {
  readonly names: ReadonlyArray<{ readonly lang: string; readonly name: string }>
  /** Products that it is for; none: all. */
  readonly productIds: readonly number[]
}

/** Adds a coupon, or changes the one of the site that has its code. Its uses stay. */
export async function writeCoupon(tx: Tx, { names, productIds, ...coupon }: WrittenCoupon): Promise<void> {
  const { id: coupon_id } = await tx
    .insertInto('coupons')
    .values({ ...coupon, id: randomUUID() })
    .onConflict(conflict => conflict.columns(['site_key', 'code']).doUpdateSet(coupon))
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('coupon_texts').where('coupon_id', '=', coupon_id).execute()
  await tx.deleteFrom('coupon_products').where('coupon_id', '=', coupon_id).execute()
  const texts = names.map(name => ({ coupon_id, ...name }))
  if (texts.length > 0) await tx.insertInto('coupon_texts').values(texts).execute()
  const products = productIds.map(product_id => ({ coupon_id, product_id }))
  if (products.length > 0) await tx.insertInto('coupon_products').values(products).execute()
}

/** Removes coupons that no order has ever had. */
export async function removeCoupons(tx: Tx, siteKey: string, codes: readonly string[]): Promise<void> {
  const named = sql<string>`any(${list('text', codes)}::text[])`
  const asked = tx
    .selectFrom('coupons')
    .select('id')
    .where('site_key', '=', siteKey)
    .where('code', '=', named)
  await tx.deleteFrom('coupon_texts').where('coupon_id', 'in', asked).execute()
  await tx.deleteFrom('coupon_products').where('coupon_id', 'in', asked).execute()
  await tx.deleteFrom('coupons').where('site_key', '=', siteKey).where('code', '=', named).execute()
}
