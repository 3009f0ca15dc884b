import { randomUUID } from 'node:crypto'

import type { Insertable } from 'kysely'

import type { Database } from '../src/platform/db/database.ts'
import type { CouponsTable } from '../src/platform/db/schema.ts'

/** Inserts a coupon of `demo` that takes 500 yen off and has no restrictions except the given ones; returns its id. */
export async function insertCoupon(
  db: Database,
  parts: Partial<Insertable<CouponsTable>> & { readonly code: string },
): Promise<string> {
  const id = randomUUID()
  const row = {
    id,
    site_key: 'demo',
    kind: 'flat_rate',
    discount_type: 'fixed',
    discount_amount: 500,
    channels: ['web'],
    ...parts,
  }
  await db.transaction(async tx => {
    await tx.insertInto('coupons').values(row).execute()
    const names = [
      { coupon_id: id, lang: 'ja', name: `${parts.code}クーポン` },
      { coupon_id: id, lang: 'en', name: `Coupon ${parts.code}` },
    ]
    await tx.insertInto('coupon_texts').values(names).execute()
  })
  return id
}

/** Changes a coupon as a venue does. */
export async function changeCoupon(
  db: Database,
  code: string,
  change: Partial<Insertable<CouponsTable>>,
): Promise<void> {
  await db.transaction(tx => tx.updateTable('coupons').set(change).where('code', '=', code).execute())
}

/** The used uses of a coupon, after verifying that its counted rows sum up to them. */
export async function takenOfCoupon(db: Database, code: string): Promise<number> {
  const { taken, counted } = await db.read(tx =>
    tx
      .selectFrom('coupons')
      .select(eb => [
        'taken',
        eb
          .selectFrom('order_coupons')
          .select(rows => rows.fn.countAll<number>().as('count'))
          .whereRef('coupon_id', '=', 'coupons.id')
          .where('is_counted', '=', true)
          .as('counted'),
      ])
      .where('code', '=', code)
      .where('site_key', '=', 'demo')
      .executeTakeFirstOrThrow(),
  )
  if (counted !== taken) throw new Error(`${taken} uses are taken, ${counted} are counted`)
  return taken
}
