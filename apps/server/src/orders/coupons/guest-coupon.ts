import { randomBytes } from 'node:crypto'

import { LANGUAGES } from '@kippu/domain/language'
import { RESERVATION_NUMBER_LENGTH, reservationNumberFrom } from '@kippu/domain/reservation-number'
import type { SalesChannel } from '@kippu/domain/states/ticket'
import { TEXTS } from '@kippu/texts/texts'
import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'

/** Takes the whole price off one order, whose id it has: a visit that nobody pays for costs nothing when it moves, either. Answers with its code. */
export async function insertGuestCoupon(
  tx: Tx,
  {
    orderId: id,
    siteKey,
    channel,
  }: { readonly orderId: string; readonly siteKey: string; readonly channel: SalesChannel },
): Promise<string> {
  // A try before this one, which died, may have left its coupon.
  const { code } = await tx
    .insertInto('coupons')
    .values({
      id,
      site_key: siteKey,
      code: `GUEST-${reservationNumberFrom(randomBytes(RESERVATION_NUMBER_LENGTH))}`,
      kind: 'fixed_rate',
      discount_type: 'percent',
      discount_amount: 100,
      channels: [channel],
      usage_limit: 1,
    })
    .onConflict(conflict => conflict.column('id').doUpdateSet(eb => ({ code: eb.ref('coupons.code') })))
    .returning('code')
    .executeTakeFirstOrThrow()
  const names = LANGUAGES.map(lang => ({ coupon_id: id, lang, name: TEXTS.guest_ticket[lang] }))
  await tx
    .insertInto('coupon_texts')
    .values(names)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return code
}

/**
 * Takes coupons back whose order has ended without them, because the process that issued it died on the way. Returns
 * how many.
 */
export async function takeBackGuestCoupons(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    update coupons c set is_active = false from orders o
     where c.id = o.id and c.is_active and o.status in ('expired', 'cancelled')`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
