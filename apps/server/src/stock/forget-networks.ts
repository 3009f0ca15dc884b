import { sql } from 'kysely'

import type { Tx } from '../platform/db/database.ts'
import { list } from '../platform/db/list.ts'

/** Takes what the holds of ended orders know of where their visitors came from: it bounds orders that are not proved yet. */
export async function forgetNetworks(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`
    update holds set network = null, mail_domain = null
     where order_id = any(${list('uuid', orderIds)}::uuid[]) and num_nonnulls(network, mail_domain) > 0`.execute(
    tx,
  )
}
