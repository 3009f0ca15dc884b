import { sql } from 'kysely'

import { afterSeconds } from '../../platform/db/after-seconds.ts'
import type { Tx } from '../../platform/db/database.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { lockHolds } from '../../stock/held-stock.ts'
import { endHoldsWith } from '../../stock/whole-holds.ts'
import { lockOrder } from './find-order.ts'
import { openOrder } from './open-order.ts'
import { isRefusal } from '../../platform/http/refusal.ts'

/**
 * Holds an open order of one time span so long from now on, never shorter than it was. False where its
 * hold has ended, another order has its places, or it is being paid.
 */
export async function holdLonger(
  tx: Tx,
  { orderId, seconds }: { readonly orderId: string; readonly seconds: number },
): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (order === undefined || isRefusal(openOrder(order))) return false
  // Checked at the last moment: another order that found the span full may have taken these places.
  if ((await lockHolds(tx, orderId)).length === 0) return false
  await sql`
    with held_longer as (
      update orders set expires_at = greatest(expires_at, ${afterSeconds(seconds)}),
                        version = ${VERSION_RAISED}
       where id = ${orderId} returning id, expires_at
    ), ${endHoldsWith(sql`held_longer`)}
    select from held_longer`.execute(tx)
  return true
}
