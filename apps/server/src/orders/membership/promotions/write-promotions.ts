import { randomUUID } from 'node:crypto'

import type { Insertable } from 'kysely'

import type { Tx } from '../../../platform/db/database.ts'
import type { MembershipPromotionsTable } from '../../../platform/db/schema.ts'
import type { PromotionPair } from './find-promotion.ts'

/** A promotion as a catalogue says it; its pair of words names it. */
export interface WrittenPromotion extends Omit<Insertable<MembershipPromotionsTable>, 'id'> {
  readonly names: ReadonlyArray<{ readonly lang: string; readonly name: string }>
}

/** Adds a promotion, or changes the one of the site that has its pair of words. */
export async function writePromotion(tx: Tx, { names, ...promotion }: WrittenPromotion): Promise<void> {
  const { promotion_type, promotion_amount } = promotion
  const { id: promotion_id } = await tx
    .insertInto('membership_promotions')
    .values({ ...promotion, id: randomUUID() })
    .onConflict(conflict =>
      conflict
        .columns(['site_key', 'membership_key', 'membership_value'])
        .doUpdateSet({ promotion_type, promotion_amount }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('membership_promotion_texts').where('promotion_id', '=', promotion_id).execute()
  const texts = names.map(name => ({ promotion_id, ...name }))
  if (texts.length > 0) await tx.insertInto('membership_promotion_texts').values(texts).execute()
}

/** Removes a promotion that neither a member nor an order has. */
export async function removePromotion(tx: Tx, { siteKey, key, value }: PromotionPair): Promise<void> {
  const asked = tx
    .selectFrom('membership_promotions')
    .select('id')
    .where('site_key', '=', siteKey)
    .where('membership_key', '=', key)
    .where('membership_value', '=', value)
  await tx.deleteFrom('membership_promotion_texts').where('promotion_id', 'in', asked).execute()
  await tx.deleteFrom('membership_promotions').where('id', 'in', asked).execute()
}
