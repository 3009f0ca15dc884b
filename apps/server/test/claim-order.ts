import { sql } from 'kysely'

import type { Tx } from '../src/db/database.ts'
import { findOrderById } from '../src/orders/life/find-order.ts'
import { wantedSpans } from '../src/orders/life/payable-order.ts'
import { claimOrders } from '../src/orders/life/payment-steps.ts'
import { findStoredLines } from '../src/orders/price/stored-lines.ts'

/** Claims an order as a payment does, without one. False: not ready, ended, or another payment was faster. */
export async function claimForPayment(tx: Tx, { orderId }: { readonly orderId: string }): Promise<boolean> {
  const order = await findOrderById(tx, orderId)
  if (order === undefined) return false
  const spans = wantedSpans(await findStoredLines(tx, orderId))
  const { rows } = await sql`with ${claimOrders([{ order, spans }])} select id from claimed_orders`.execute(
    tx,
  )
  return rows.length === 1
}
