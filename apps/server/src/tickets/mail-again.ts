import { randomUUID } from 'node:crypto'

import type { Answer } from '@kippu/contract/call'
import type { mailReservation } from '@kippu/contract/reservations'
import type { Language } from '@kippu/domain/language'
import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import type { AskedOrder } from '../orders/life/find-order.ts'
import { hashToken, isTokenOf } from '../tokens.ts'

/** Mails with the tickets of one reservation that may be asked for in an hour (E-17). */
const MOST_IN_AN_HOUR = 3

/**
 * Queues one more mail with the tickets, to the address on file and in the language that was asked for (E-17). It is counted in the row
 * of the reservation, so that any number of servers send three an hour together. A cancelled reservation has no tickets to be mailed.
 */
export function mailAgain(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { siteKey, token, lang }: AskedOrder & { readonly lang: Language },
): Promise<Answer<typeof mailReservation> | Refusal<'record not found' | 'too many mails'>> {
  if (!isTokenOf('reservation', token)) return Promise.resolve(refuse('record not found'))
  return db.transaction(async tx => {
    const reservation = await lockReservation(tx, siteKey, token)
    if (reservation === undefined) return refuse('record not found')
    const { id: reservationId, mails, retryAfter } = reservation
    if (mails >= MOST_IN_AN_HOUR) return refuse('too many mails', { retryAfter })
    await tx
      .updateTable('reservations')
      .set({ mailed_again_at: sql<Date[]>`${RECENT} || now()` })
      .where('id', '=', reservationId)
      .execute()
    await jobs.enqueue(tx, { name: 'send-tickets-again', mailing: randomUUID(), reservationId, lang })
    return { mail_sent: true }
  })
}

/** The times of the last hour, the oldest first. */
const RECENT = sql`array(select t from unnest(mailed_again_at) as t where t > now() - interval '1 hour' order by t)`

interface MailedReservation {
  readonly id: string
  /** Mails of the last hour that were asked for. */
  readonly mails: number
  /** Seconds until the first of them no longer counts. */
  readonly retryAfter: number
}

/** The valid reservation that a token opens. Nobody else asks for a mail of it until the transaction ends. */
async function lockReservation(
  tx: Tx,
  siteKey: string,
  token: string,
): Promise<MailedReservation | undefined> {
  const { rows } = await sql<MailedReservation>`
    select id, cardinality(${RECENT}) as mails,
           coalesce(ceil(extract(epoch from (${RECENT})[1] + interval '1 hour' - now())), 0)::integer as "retryAfter"
      from reservations
     where token_hash = ${hashToken(token)} and site_key = ${siteKey} and status = 'active'
       for no key update`.execute(tx)
  return rows[0]
}
