import { COUPON_KINDS, type CouponKind } from '@kippu/domain/coupon'
import { normaliseCouponCode } from '@kippu/domain/coupon-code'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read } from '../../platform/db/database.ts'
import { site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'

export interface ListedCoupon {
  readonly code: string
  readonly kind: CouponKind
  readonly discountType: string
  readonly discountAmount: number
  readonly isActive: boolean
  readonly startsOn: string | null
  readonly endsOn: string | null
  readonly usageLimit: number | null
  readonly names: Readonly<Record<string, string>>
  /** Bought visits that had it, and the yen that it took off them when they were bought. */
  readonly uses: number
  readonly yen: number
  /** Orders under way that have it. */
  readonly holding: number
}

interface FoundCoupons {
  readonly coupons: readonly ListedCoupon[]
  /** All that were found; the first are listed. */
  readonly found: number
}

export interface CouponSearch {
  readonly siteKey: string
  /** The beginning of a code, or a part of a name; '': all. */
  readonly typed: string
}

interface Parts {
  readonly db: Database
}

const MOST_LISTED = 100

/** The coupons of a site with their uses. */
export const listCoupons = staffVerb({
  name: 'coupons list',
  permission: 'coupons:write',
  reach: 'site',
  input: v.object({ ...site, typed: v.string() }),
  run: ({ db }: Parts, search: CouponSearch): Promise<FoundCoupons> =>
    db.read(read => findCoupons(read, search, MOST_LISTED)),
})

/** The coupons that a search finds. One that the store made for a single order of a guest has the order's id, and is none of them. */
export async function findCoupons(
  read: Read,
  { siteKey, typed }: CouponSearch,
  most: number,
): Promise<FoundCoupons> {
  const word = normaliseCouponCode(typed)
  const { rows } = await sql<ListedRow>`
    with found as (
      select c.*, count(*) over ()::integer as found from coupons c
       where c.site_key = ${siteKey} and not exists (select from orders where orders.id = c.id)
         and (starts_with(c.code, ${word}) or exists (
           select from coupon_texts t where t.coupon_id = c.id and position(lower(${word}) in lower(t.name)) > 0))
       order by c.code limit ${most}
    ), used as (
      select u.coupon_id,
             count(*) filter (where o.completed_at is not null and o.kind = 'visit')::integer as uses,
             coalesce(sum(u.discount) filter (where o.completed_at is not null and o.kind = 'visit'), 0)::integer as yen,
             count(*) filter (where o.completed_at is null and o.check_at is not null)::integer as holding
        from order_coupons u join orders o on o.id = u.order_id
       where u.coupon_id in (select id from found) group by u.coupon_id
    )
    select f.code, f.kind, f.discount_type as "discountType", f.discount_amount as "discountAmount",
           f.is_active as "isActive", f.starts_on as "startsOn", f.ends_on as "endsOn", f.usage_limit as "usageLimit",
           coalesce((select jsonb_object_agg(t.lang, t.name) from coupon_texts t where t.coupon_id = f.id), '{}') as names,
           coalesce(u.uses, 0) as uses, coalesce(u.yen, 0) as yen, coalesce(u.holding, 0) as holding, f.found
      from found f left join used u on u.coupon_id = f.id order by f.code`.execute(read)
  return {
    found: rows[0]?.found ?? 0,
    coupons: rows.map(({ found: _found, kind, ...coupon }) => ({
      ...coupon,
      kind: v.parse(couponKind, kind),
    })),
  }
}

type ListedRow = Omit<ListedCoupon, 'kind'> & { readonly kind: string; readonly found: number }

const couponKind = v.picklist(COUPON_KINDS)
