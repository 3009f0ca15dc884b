import type { Tx } from '../db/database.ts'

/** A promotion as an order is priced with it. */
export interface Promotion {
  readonly id: string
  /** `percent` or `fixed`; any other takes nothing off (D-24). */
  readonly type: string
  /** Percent points, or yen a ticket. */
  readonly amount: number
}

/** A promotion and the pair of words that names it on its site (S-5.01). */
export interface NamedPromotion extends Promotion {
  readonly key: string
  readonly value: string
}

/** All promotions of a site. */
export async function listPromotions(tx: Tx, siteKey: string): Promise<NamedPromotion[]> {
  return tx
    .selectFrom('membership_promotions')
    .select([
      'id',
      'membership_key as key',
      'membership_value as value',
      'promotion_type as type',
      'promotion_amount as amount',
    ])
    .where('site_key', '=', siteKey)
    .execute()
}

/** What a visitor sent; a half names nothing. */
export interface MembershipPair {
  readonly key: string | undefined
  readonly value: string | undefined
}

/** The promotion that a pair names, undefined when it names none (S-5.03). */
export function findPromotion(
  promotions: readonly NamedPromotion[],
  { key, value }: MembershipPair,
): Promotion | undefined {
  return promotions.find(promotion => promotion.key === key && promotion.value === value)
}
