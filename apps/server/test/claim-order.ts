import { sql } from 'kysely'

import type { Tx } from '../src/platform/db/database.ts'
import { selectOrder } from '../src/orders/life/find-order.ts'
import { payableOf, selectPayable, wantedSpans } from '../src/orders/life/payable-order.ts'
import { claimOrders } from '../src/orders/life/payment-steps.ts'

/** Claims an order as a payment does, without one. False: not ready, ended, or another payment was faster. */
export async function claimForPayment(tx: Tx, { orderId }: { readonly orderId: string }): Promise<boolean> {
  const row = await selectPayable(selectOrder(tx)).where('orders.id', '=', orderId).executeTakeFirst()
  if (row === undefined) return false
  const { order, lines } = payableOf(row)
  const claim = { order, spans: wantedSpans(lines), isUnproved: false }
  const { rows } = await sql`with ${claimOrders([claim])} select id from claimed_orders`.execute(tx)
  return rows.length === 1
}
