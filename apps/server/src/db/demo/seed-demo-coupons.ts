import { randomUUID } from 'node:crypto'

import { LANGUAGES } from '@kippu/domain/language'

import type { Read, Tx } from '../database.ts'
import { DEMO_COUPONS, type DemoCoupon } from './demo-coupons.ts'

const SITE = 'demo'

/**
 * Adds missing coupons and updates their names. An existing coupon keeps its rules and its uses, because orders have
 * them.
 */
export async function seedDemoCoupons(tx: Tx): Promise<void> {
  const isNew = new Set(await insertCoupons(tx, DEMO_COUPONS))
  const ids = await findIds(tx, DEMO_COUPONS)
  await writeNames(tx, ids)
  for (const { code, productUuid } of DEMO_COUPONS) {
    const couponId = ids.get(code)
    if (productUuid === undefined || couponId === undefined || !isNew.has(code)) continue
    await tx
      .insertInto('coupon_products')
      .columns(['coupon_id', 'product_id'])
      .expression(eb =>
        eb
          .selectFrom('products')
          .select(products => [products.val(couponId).as('coupon_id'), 'products.id'])
          .where('uuid', '=', productUuid),
      )
      .execute()
  }
}

/** Returns the codes that were missing. */
async function insertCoupons(tx: Tx, coupons: readonly DemoCoupon[]): Promise<string[]> {
  const inserted = await tx
    .insertInto('coupons')
    .values(
      coupons.map(coupon => ({
        id: randomUUID(),
        site_key: SITE,
        code: coupon.code,
        kind: coupon.kind,
        discount_type: coupon.discountType,
        discount_amount: coupon.discountAmount,
        should_apply_per_ticket: coupon.isPerTicket ?? false,
        is_active: coupon.isActive ?? true,
        channels: [coupon.channel ?? 'web'],
        starts_on: coupon.startsOn ?? null,
        ends_on: coupon.endsOn ?? null,
        visit_weekdays: coupon.visitWeekdays === undefined ? null : [...coupon.visitWeekdays],
        usage_limit: coupon.usageLimit ?? null,
      })),
    )
    .onConflict(conflict => conflict.columns(['site_key', 'code']).doNothing())
    .returning('code')
    .execute()
  return inserted.map(({ code }) => code)
}

/** Ids by code. */
async function findIds(read: Read, coupons: readonly DemoCoupon[]): Promise<ReadonlyMap<string, string>> {
  const codes = coupons.map(({ code }) => code)
  const rows = await read
    .selectFrom('coupons')
    .select(['id', 'code'])
    .where('site_key', '=', SITE)
    .where('code', 'in', codes)
    .execute()
  return new Map(rows.map(({ id, code }) => [code, id]))
}

async function writeNames(tx: Tx, ids: ReadonlyMap<string, string>): Promise<void> {
  const rows = DEMO_COUPONS.flatMap(({ code, name }) => {
    const couponId = ids.get(code)
    return couponId === undefined
      ? []
      : LANGUAGES.map(lang => ({ coupon_id: couponId, lang, name: name[lang] }))
  })
  await tx
    .insertInto('coupon_texts')
    .values(rows)
    .onConflict(conflict =>
      conflict.columns(['coupon_id', 'lang']).doUpdateSet(eb => ({ name: eb.ref('excluded.name') })),
    )
    .execute()
}
