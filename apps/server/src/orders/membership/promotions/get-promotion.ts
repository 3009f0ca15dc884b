import type { MembershipPromotion } from '@kippu/contract/membership'
import type { Language } from '@kippu/domain/language'
import * as v from 'valibot'

import type { Deps } from '../../../platform/deps.ts'
import { refuse, type Refusal } from '../../../platform/http/refusal.ts'
import { findShownPromotion, type PromotionPair } from './find-promotion.ts'

const promotionType = v.picklist(['percent', 'fixed'])

/**
 * The promotion that a key and a value name on a site, with its name in `lang`. A venue shares the pair with a whole
 * group of people, so it is not one person's secret and needs no login, even on sites that have one. The limit of tries
 * a minute keeps it from being guessed.
 */
export async function getPromotion(
  { db }: Pick<Deps, 'db'>,
  pair: PromotionPair,
  lang: Language,
): Promise<MembershipPromotion | Refusal<'record not found'>> {
  const promotion = await db.read(tx => findShownPromotion(tx, pair, lang))
  if (promotion === undefined) return refuse('record not found')
  return {
    id: promotion.id,
    name: promotion.name ?? '',
    membership_key: promotion.key,
    membership_value: promotion.value,
    promotion_type: v.parse(promotionType, promotion.type),
    promotion_amount: promotion.amount,
  }
}
