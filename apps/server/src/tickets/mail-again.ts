import { randomUUID } from 'node:crypto'

import type { Answer } from '@kippu/contract/call'
import type { mailReservation } from '@kippu/contract/reservations'
import type { Language } from '@kippu/domain/language'

import type { Deps } from '../platform/deps.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import type { AskedOrder } from '../orders/life/find-order.ts'
import { isTokenOf } from '../platform/tokens.ts'
import { countMail, lockMailed } from './asked-mails.ts'
import { refuseToken, type UnknownToken } from './former-tokens.ts'

/**
 * Queues one more mail with the tickets, to the address on file and in the language that was asked for. It is counted
 * in the row of the reservation, so that any number of servers send three an hour together. A cancelled reservation has
 * no tickets to be mailed.
 */
export async function mailAgain(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { lang, ...asked }: AskedOrder & { readonly lang: Language },
): Promise<Answer<typeof mailReservation> | UnknownToken | Refusal<'too many mails' | 'invalid_request'>> {
  if (!isTokenOf('reservation', asked.token)) return refuse('record not found')
  const answer = await db.transaction(async tx => {
    const reservation = await lockMailed(tx, asked)
    if (reservation === undefined) return undefined
    // A buyer at the door may have given none.
    if (!reservation.hasAddress)
      return refuse('invalid_request', { fields: [{ field: 'email', rule: 'required' }] })
    const tooMany = await countMail(tx, reservation)
    if (tooMany !== null) return tooMany
    const { id: reservationId } = reservation
    await jobs.enqueue(tx, { name: 'send-tickets-again', mailing: randomUUID(), reservationId, lang })
    return { mail_sent: true } as const
  })
  return answer ?? refuseToken(db, asked)
}
