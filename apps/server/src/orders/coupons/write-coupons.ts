import { randomUUID } from 'node:crypto'

import { type Insertable, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { list, listed } from '../../platform/db/list.ts'
import type { CouponsTable } from '../../platform/db/schema.ts'

/** A coupon as a catalogue says it; its code names it. */
export interface WrittenCoupon extends Omit<Insertable<CouponsTable>, 'id' | 'taken'> {
  readonly names: ReadonlyArray<{ readonly lang: string; readonly name: string }>
  /** Products that it is for; none: all. */
  readonly productIds: readonly number[]
}

/** So many of them are one statement: their values are its parameters. */
const MOST_AT_ONCE = 1_000

/** Adds coupons, or changes those of the site that have their codes. Their uses stay. Rows are locked in the order in which they come. */
export async function writeCoupons(tx: Tx, coupons: readonly WrittenCoupon[]): Promise<void> {
  for (let begin = 0; begin < coupons.length; begin += MOST_AT_ONCE)
    await writeSome(tx, coupons.slice(begin, begin + MOST_AT_ONCE))
}

async function writeSome(tx: Tx, coupons: readonly WrittenCoupon[]): Promise<void> {
  const rows = coupons.map(({ names: _names, productIds: _products, ...coupon }) => ({
    ...coupon,
    id: randomUUID(),
  }))
  const written = await tx
    .insertInto('coupons')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['site_key', 'code'])
        .doUpdateSet(eb => Object.fromEntries(SAID.map(column => [column, eb.ref(`excluded.${column}`)]))),
    )
    .returning(['id', 'code'])
    .execute()
  const ids = new Map(written.map(({ id, code }) => [code, id]))
  const idOf = ({ code }: WrittenCoupon): string => ids.get(code) ?? ''
  const all = sql<string>`any(${list('uuid', [...ids.values()])}::uuid[])`
  await tx.deleteFrom('coupon_texts').where('coupon_id', '=', all).execute()
  await tx.deleteFrom('coupon_products').where('coupon_id', '=', all).execute()
  const texts = coupons.flatMap(coupon => coupon.names.map(name => ({ coupon_id: idOf(coupon), ...name })))
  if (texts.length > 0) await tx.insertInto('coupon_texts').values(texts).execute()
  const products = coupons.flatMap(coupon =>
    coupon.productIds.map(product_id => ({ coupon_id: idOf(coupon), product_id })),
  )
  // A coupon may have all products of a site: too many for a parameter each.
  await sql`
    insert into coupon_products (coupon_id, product_id)
    select coupon_id, product_id from ${listed('of', {
      coupon_id: ['uuid', products.map(one => one.coupon_id)],
      product_id: ['int', products.map(one => one.product_id)],
    })}`.execute(tx)
}

/** The columns that a catalogue says of a coupon beside its code. */
const SAID = [
  'kind',
  'discount_type',
  'discount_amount',
  'should_apply_per_ticket',
  'is_active',
  'channels',
  'starts_on',
  'ends_on',
  'visits_from',
  'visits_until',
  'visit_weekdays',
  'min_quantity',
  'usage_limit',
] as const satisfies ReadonlyArray<keyof CouponsTable>

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
