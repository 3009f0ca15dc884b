import { sql } from 'kysely'

import { buyerColumns } from '../buyers/buyer.ts'
import type { Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { WAS_TRIED } from './unpaid-reason.ts'

/**
 * Takes what these orders know of their buyers: answers, address and member. What was bought, when, and for how much stays. One that
 * nobody tried to pay goes whole some weeks later (`clear-unpaid.ts`). The caller has locked them, after their payments. Returns how many had something.
 */
export async function emptyBuyers(tx: Tx, orderIds: readonly string[], now: Date): Promise<number> {
  const nothing = buyerColumns([])
  const { numAffectedRows } = await sql`
    update orders o
       set customer_info = ${nothing.customer_info}::jsonb, email = ${nothing.email}, member_id = null,
           email_refused_at = null, version = ${VERSION_RAISED},
           emptied_at = case when o.completed_at is not null or ${WAS_TRIED} then ${now}::timestamptz end
     where o.id = any(${list('uuid', orderIds)}::uuid[]) and o.emptied_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
