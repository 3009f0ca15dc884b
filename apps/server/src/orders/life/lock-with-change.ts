import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'

/**
 * Locks the order of a reservation, and has a change of time that is under way read again before it is complete: it may have been read
 * before what is written now.
 */
export async function lockWithChange(
  tx: Tx,
  { id, orderId }: { readonly id: string; readonly orderId: string },
): Promise<void> {
  await sql`
    with locked as materialized (
      select id from orders where id = ${orderId} or (replaces = ${id} and check_at is not null)
       order by id for no key update
    )
    update orders set version = ${VERSION_RAISED} where id in (select id from locked) and id <> ${orderId}`.execute(
    tx,
  )
}
