import { sql } from 'kysely'

import type { Tx } from '../src/platform/db/database.ts'
import { proveHoldsOf } from '../src/stock/whole-holds.ts'
import { VERSION_RAISED } from '../src/platform/db/version-raised.ts'

/** Makes an order ready to be paid, as the link of its mail does, whatever its state is. */
export async function proveOrder(tx: Tx, orderId: string): Promise<void> {
  await sql`
    with proved_orders as (
      update orders set status = 'ready_checkout', version = ${VERSION_RAISED}, expires_at = now() + interval '30 minutes'
       where id = ${orderId} returning id, expires_at
    ), ${proveHoldsOf(sql`proved_orders`)} select id from proved_orders`.execute(tx)
}
