import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'

/** Empties what providers and browsers have said of the payments of these orders; that they said it stays, so that it is not taken twice. */
export async function emptyEvents(tx: Tx, orderIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update provider_events set payload = '{}'
     where attempt_id in (select id from payment_attempts where order_id = any(${list('uuid', orderIds)}::uuid[]))
       and payload <> '{}'`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
