import { sql } from 'kysely'

import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { findReservationByToken } from '../find-reservation.ts'
import { refuseToken, type UnknownToken } from '../former-tokens.ts'
import { lockPassing, passTickets } from '../hand-on.ts'
import { findShare } from './accept-share.ts'

export interface TakeBackShare {
  readonly siteKey: string
  readonly shareToken: string
  /** The token of the reservation: the link alone takes nothing back. */
  readonly reservationToken: string
}

/**
 * Takes back what was handed on, accepted or not, while nobody was let in with it. Tickets whose money went back come
 * back as well, and admit nobody.
 */
export async function takeBackShare(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  { siteKey, shareToken, reservationToken }: TakeBackShare,
): Promise<undefined | UnknownToken | Refusal<'shared ticket was used'>> {
  const named = { siteKey, token: reservationToken }
  const result = await db.transaction(async tx => {
    const reservation = await findReservationByToken(tx, named)
    if (reservation === undefined) return 'no reservation'
    const tickets = await lockPassing(tx, reservation.id)
    const share = await findShare(tx, { siteKey, token: shareToken })
    if (share?.reservationId !== reservation.id) return refuse('record not found')
    const own = tickets.filter(({ share_id: shareId }) => shareId === share.id)
    if (own.some(({ is_used: isUsed }) => isUsed)) return refuse('shared ticket was used')
    await tx
      .updateTable('shares')
      .set({ taken_back_at: sql<Date>`now()` })
      .where('id', '=', share.id)
      .execute()
    await passTickets(tx, tokens, { reservationId: reservation.id, to: null, tickets: own })
    return undefined
  })
  return result === 'no reservation' ? refuseToken(db, named) : result
}
