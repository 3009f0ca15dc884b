import { randomUUID } from 'node:crypto'

import { LANGUAGES } from '@kippu/domain/language'
import { DEFAULT_SITE_KEY, SITE_KEYS } from '@kippu/demo/registry'

import type { Read, Tx } from '../../platform/db/database.ts'
import { DEMO_COUPONS, type DemoCoupon } from './demo-coupons.ts'

/** One of each kind: what every site has. The demo has one for each refusal too. */
const OF_EVERY_SITE = new Set(['FLAT500', 'RATE10', 'INVITE1', 'CAMPAIGN'])

interface SiteCoupon extends DemoCoupon {
  readonly siteKey: string
}

const COUPONS: readonly SiteCoupon[] = SITE_KEYS.flatMap(siteKey =>
  DEMO_COUPONS.filter(({ code }) => siteKey === DEFAULT_SITE_KEY || OF_EVERY_SITE.has(code)).map(coupon => ({
    ...coupon,
    siteKey,
  })),
)

function nameOf(siteKey: string, code: string): string {
  return `${siteKey} ${code}`
}

/**
 * Adds missing coupons. An existing one keeps its rules, its uses and its name, because orders have them and the venue may have changed them.
 */
export async function seedDemoCoupons(tx: Tx): Promise<void> {
  const isNew = new Set(await insertCoupons(tx))
  const ids = await findIds(tx)
  await writeNames(tx, ids)
  for (const { siteKey, code, productUuid } of COUPONS) {
    const couponId = ids.get(nameOf(siteKey, code))
    if (productUuid === undefined || couponId === undefined || !isNew.has(nameOf(siteKey, code))) continue
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

/** Returns the names of those that were missing. */
async function insertCoupons(tx: Tx): Promise<string[]> {
  const inserted = await tx
    .insertInto('coupons')
    .values(
      COUPONS.map(coupon => ({
        id: randomUUID(),
        site_key: coupon.siteKey,
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
    .returning(['site_key', 'code'])
    .execute()
  return inserted.map(({ site_key, code }) => nameOf(site_key, code))
}

/** Ids by site and code. */
async function findIds(read: Read): Promise<ReadonlyMap<string, string>> {
  const rows = await read
    .selectFrom('coupons')
    .select(['id', 'site_key', 'code'])
    .where(
      'code',
      'in',
      DEMO_COUPONS.map(({ code }) => code),
    )
    .execute()
  return new Map(rows.map(({ id, site_key, code }) => [nameOf(site_key, code), id]))
}

async function writeNames(tx: Tx, ids: ReadonlyMap<string, string>): Promise<void> {
  const rows = COUPONS.flatMap(({ siteKey, code, name }) => {
    const couponId = ids.get(nameOf(siteKey, code))
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
