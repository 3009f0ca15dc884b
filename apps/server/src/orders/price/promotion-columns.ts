import type { PricedPromotion } from '@kippu/domain/membership-discount'
import { type RawBuilder, sql } from 'kysely'

/** The promotion that membership brings an order, null when nothing; as a column of a query of orders. */
export const PROMOTION_OF_ORDER = promotionOf('orders.promotion_id')

/** The promotion that membership brings a member, null when nothing; as a column of a query of members. */
export const PROMOTION_OF_MEMBER = promotionOf('members.promotion_id')

function promotionOf(id: string): RawBuilder<PricedPromotion | null> {
  return sql`(
    select json_build_object('type', promotion_type, 'amount', promotion_amount)
      from membership_promotions where membership_promotions.id = ${sql.ref(id)})`
}
