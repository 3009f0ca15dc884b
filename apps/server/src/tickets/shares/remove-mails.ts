import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'

/** Removes the mails that handed tickets of these reservations on. Those not sent yet are not sent. */
export async function removeShareMails(tx: Tx, reservationIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from share_mails where reservation_id = any(${list('uuid', reservationIds)}::uuid[])`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Removes the mails of a site that hand tickets on to these addresses. Those not sent yet are not sent. */
export async function removeShareMailsTo(
  tx: Tx,
  { siteKey, addresses }: { readonly siteKey: string; readonly addresses: readonly string[] },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from share_mails m using shares s
     where s.id = m.share_id and s.site_key = ${siteKey}
       and lower(m.email) = any(${list('text', addresses)}::text[])`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
