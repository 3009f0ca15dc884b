import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'

/** Has the reseller of an order read its booking again. Nothing where nobody asked to be told. */
export async function tellReseller(tx: Tx, orderId: string): Promise<void> {
  await sql`select tell_of_booking(${orderId})`.execute(tx)
}
