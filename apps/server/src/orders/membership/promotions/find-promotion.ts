import type { Language } from '@kippu/domain/language'

import type { Read } from '../../../platform/db/database.ts'
import { languagesOf, wordsOf } from '../../../platform/db/words-of.ts'

/** A promotion as it enters the price of an order. */
export interface Promotion {
  readonly id: string
  /** `percent` or `fixed`; any other type discounts nothing. */
  readonly type: string
  /** Percent points, or yen a ticket. */
  readonly amount: number
}

/** A promotion and the pair of words that names it on its site. */
export interface NamedPromotion extends Promotion {
  readonly key: string
  readonly value: string
}

/** All promotions of a site. */
export async function listPromotions(read: Read, siteKey: string): Promise<NamedPromotion[]> {
  return selectPromotions(read, siteKey).execute()
}

/** A promotion with its display name, null where the venue wrote none. */
export interface ShownPromotion extends NamedPromotion {
  readonly name: string | null
}

export interface PromotionPair {
  readonly siteKey: string
  readonly key: string
  readonly value: string
}

/**
 * The promotion that a pair names on a site, with its name in `lang` or, where the venue wrote none in it, in the
 * site's first language.
 */
export async function findShownPromotion(
  read: Read,
  { siteKey, key, value }: PromotionPair,
  lang: Language,
): Promise<ShownPromotion | undefined> {
  const words = wordsOf(languagesOf(lang, 'membership_promotions.site_key'))
  return selectPromotions(read, siteKey)
    .select(words('membership_promotion_texts', 'membership_promotions.id').as('name'))
    .where('membership_key', '=', key)
    .where('membership_value', '=', value)
    .executeTakeFirst()
}

function selectPromotions(read: Read, siteKey: string) {
  return read
    .selectFrom('membership_promotions')
    .select([
      'id',
      'membership_key as key',
      'membership_value as value',
      'promotion_type as type',
      'promotion_amount as amount',
    ])
    .where('site_key', '=', siteKey)
}

/** The pair that a visitor sent; half a pair names nothing. */
export interface MembershipPair {
  readonly key: string | undefined
  readonly value: string | undefined
}

/** The promotion that a pair names, undefined when it names none. */
export function findPromotion(
  promotions: readonly NamedPromotion[],
  { key, value }: MembershipPair,
): Promotion | undefined {
  return promotions.find(promotion => promotion.key === key && promotion.value === value)
}
