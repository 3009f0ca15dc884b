import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'
import { list } from '../db/list.ts'

/** Removes the mails that handed tickets of these reservations on, or that wait to go to these addresses. Those not sent yet are not sent. */
export async function removeShareMails(
  tx: Tx,
  {
    reservationIds,
    addresses,
  }: { readonly reservationIds: readonly string[]; readonly addresses: readonly string[] },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from share_mails
     where reservation_id = any(${list('uuid', reservationIds)}::uuid[])
        or lower(email) = any(${list('text', addresses)}::text[])`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
