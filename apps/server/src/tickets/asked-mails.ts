import { sql } from 'kysely'

import type { Tx } from '../platform/db/database.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import type { AskedOrder } from '../orders/life/find-order.ts'
import { hashToken } from '../platform/tokens.ts'

/** Mails with the tickets of one reservation that may be asked for in an hour, whichever call asks for them. */
const MOST_IN_AN_HOUR = 3

/** The times of the last hour, the oldest first. */
const RECENT = sql`array(select t from unnest(mailed_again_at) as t where t > now() - interval '1 hour' order by t)`

export interface MailedReservation {
  readonly id: string
  /** The newest completed order of it. */
  readonly orderId: string
  /** Whether its buyer gave an address. */
  readonly hasAddress: boolean
  /** Mails of the last hour that were asked for. */
  readonly mails: number
  /** Seconds until the first of them no longer counts. */
  readonly retryAfter: number
}

/** The valid reservation that a token opens. Nobody else asks for a mail of it until the transaction ends. */
export async function lockMailed(
  tx: Tx,
  { siteKey, token }: AskedOrder,
): Promise<MailedReservation | undefined> {
  const { rows } = await sql<MailedReservation>`
    select id, order_id as "orderId",
           (select email is not null from orders where orders.id = order_id) as "hasAddress",
           cardinality(${RECENT}) as mails,
           coalesce(ceil(extract(epoch from (${RECENT})[1] + interval '1 hour' - now())), 0)::integer as "retryAfter"
      from reservations
     where token_hash = ${hashToken(token)} and site_key = ${siteKey} and status = 'active'
       for no key update`.execute(tx)
  return rows[0]
}

/** Counts one more mail in the row of the reservation, which is locked, so that any number of servers keep the bound together. */
export async function countMail(
  tx: Tx,
  { id, mails, retryAfter }: MailedReservation,
): Promise<Refusal<'too many mails'> | null> {
  if (mails >= MOST_IN_AN_HOUR) return refuse('too many mails', { retryAfter })
  await tx
    .updateTable('reservations')
    .set({ mailed_again_at: sql<Date[]>`${RECENT} || now()` })
    .where('id', '=', id)
    .execute()
  return null
}
