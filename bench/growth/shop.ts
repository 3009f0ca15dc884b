import { randomUUID } from 'node:crypto'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import { openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'
import * as v from 'valibot'

import { insertCoupon } from '../../apps/server/test/coupon-rows.ts'
import { insertSmallCatalogue } from '../../apps/server/test/small-catalogue.ts'

const set = v.object({
  productId: v.number(),
  productUuid: v.string(),
  spans: v.pipe(v.array(v.number()), v.readonly()),
})
const catalogue = v.object({
  ...set.entries,
  adult: v.number(),
  child: v.number(),
  guide: v.number(),
  tea: set,
})

export const growthShop = v.object({
  catalogue,
  freeCatalogue: catalogue,
  coupon: v.string(),
  couponId: v.string(),
  memberId: v.string(),
  promotionId: v.string(),
})

/** The goods of both databases, and their buyers. */
export type GrowthShop = v.InferOutput<typeof growthShop>

/** A product with room for every purchase of a run, one that costs nothing, and a coupon; their members come with the demo. */
export async function offer(url: string): Promise<GrowthShop> {
  const db = openDatabase(url, { poolSize: 1, patience: FOR_WHOLE_TABLES })
  const visitDate = addDays(jstDateOf(Date.now()), VISIT_IN_DAYS)
  const capacities = Array.from({ length: SPANS }, () => 1_000_000_000)
  const insert = () => insertSmallCatalogue(db, { visitDate, capacities, setCapacities: capacities })
  const [sold, freeCatalogue] = [await insert(), await insert()]
  await db.transaction(tx =>
    tx
      .updateTable('product_days')
      .set({ base_price: 0 })
      .where('product_id', '=', freeCatalogue.productId)
      .execute(),
  )
  const coupon = `GROWTH${randomUUID().slice(0, 8)}`
  const couponId = await insertCoupon(db, { code: coupon })
  const { id: memberId, promotion_id: promotionId } = await db.read(read =>
    read
      .selectFrom('members')
      .select(['id', 'promotion_id'])
      .where('site_key', '=', 'demo')
      .where('login_id', '=', MEMBER.email)
      .$narrowType<{ promotion_id: string }>()
      .executeTakeFirstOrThrow(),
  )
  await db.close()
  return { catalogue: sold, freeCatalogue, coupon, couponId, memberId, promotionId }
}

/** A member of the demo, who gets a tenth off. */
export const MEMBER = { email: 'member@example.com', password: 'correct horse battery' } as const
const VISIT_IN_DAYS = 60
/** As many as a busy week has. */
const SPANS = 100
