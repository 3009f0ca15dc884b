import { sql } from 'kysely'

import { buyerColumns } from '../buyers/buyer.ts'
import type { Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'

/**
 * Takes what these orders know of their buyers: answers, address and member. What was bought, when, and for how much stays. The caller has locked
 * them, after their payments. Returns how many had something.
 */
export async function emptyBuyers(tx: Tx, orderIds: readonly string[], now: Date): Promise<number> {
  const nothing = buyerColumns([])
  const { numAffectedRows } = await sql`
    update orders
       set customer_info = ${nothing.customer_info}::jsonb, email = ${nothing.email}, member_id = null,
           email_refused_at = null, emptied_at = ${now}, version = ${VERSION_RAISED}
     where id = any(${list('uuid', orderIds)}::uuid[]) and emptied_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
