import { sql } from 'kysely'

import type { Tx } from '../../../platform/db/database.ts'
import { list } from '../../../platform/db/list.ts'

/** Removes the passes of these reservations with the phones that were told of them. A pass on a phone stays there, and hears nothing any more. */
export async function removePasses(tx: Tx, reservationIds: readonly string[]): Promise<number> {
  const ids = list('uuid', reservationIds)
  await sql`
    delete from wallet_registrations
     where pass_id in (select id from wallet_passes where reservation_id = any(${ids}::uuid[]))`.execute(tx)
  const { numAffectedRows } = await sql`
    delete from wallet_passes where reservation_id = any(${ids}::uuid[])`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
