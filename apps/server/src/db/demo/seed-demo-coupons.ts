import { randomUUID } from 'node:crypto'

import { LANGUAGES } from '@kippu/domain/language'
import { DEFAULT_SITE_KEY, SITE_KEYS } from '@kippu/sites/registry'

import type { Read, Tx } from '../database.ts'
import { DEMO_COUPONS, type DemoCoupon } from './demo-coupons.ts'

/** One of each kind: what every site has. The demo has one for each refusal too. */
const OF_EVERY_SITE = new Set(['FLAT500', 'RATE10', 'INVITE1', 'CAMPAIGN'])

/**
 * Adds missing coupons. An existing one keeps its rules, its uses and its name, because orders have them and the venue may have changed them.
 */
export async function seedDemoCoupons(tx: Tx): Promise<void> {
  for (const siteKey of SITE_KEYS)
    await seedCoupons(
      tx,
      siteKey,
      DEMO_COUPONS.filter(({ code }) => siteKey === DEFAULT_SITE_KEY || OF_EVERY_SITE.has(code)),
    )
}

async function seedCoupons(tx: Tx, siteKey: string, coupons: readonly DemoCoupon[]): Promise<void> {
  const isNew = new Set(await insertCoupons(tx, siteKey, coupons))
  const ids = await findIds(tx, siteKey, coupons)
  await writeNames(tx, ids)
  for (const { code, productUuid } of coupons) {
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
async function insertCoupons(
  tx: Tx,
  siteKey: string,
  coupons: readonly DemoCoupon[],
): Promise<string[]> {
  const inserted = await tx
    .insertInto('coupons')
    .values(
      coupons.map(coupon => ({
        id: randomUUID(),
        site_key: siteKey,
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
async function findIds(
  read: Read,
  siteKey: string,
  coupons: readonly DemoCoupon[],
): Promise<ReadonlyMap<string, string>> {
  const codes = coupons.map(({ code }) => code)
  const rows = await read
    .selectFrom('coupons')
    .select(['id', 'code'])
    .where('site_key', '=', siteKey)
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
    .onConflict(conflict => conflict.columns(['coupon_id', 'lang']).doNothing())
    .execute()
}
