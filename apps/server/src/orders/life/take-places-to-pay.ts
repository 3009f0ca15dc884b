import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { keepOrRetakeHolds } from '../../stock/held-stock.ts'
import { endHoldsWith } from '../../stock/whole-holds.ts'
import { lockWithStock } from './end-order.ts'

/**
 * Takes the places of an order that is ready to be paid and found a share full, whatever the shares say: its payment
 * begins. False where too little is left of a time span; an order that has its places, or can't be paid any more, is left
 * as it is.
 */
export async function takePlacesToPay(tx: Tx, orderId: string): Promise<boolean> {
  const order = await lockWithStock(tx, orderId)
  if (order?.status !== 'ready_checkout' || order.hasEnded || !order.placesAtProof) return true
  if (!(await keepOrRetakeHolds(tx, orderId))) return false
  await sql`
    with placed_orders as (
      update orders set places_at_proof = false, version = ${VERSION_RAISED} where id = ${orderId}
      returning id, expires_at
    ), ${endHoldsWith(sql`placed_orders`)}
    select from placed_orders`.execute(tx)
  return true
}
