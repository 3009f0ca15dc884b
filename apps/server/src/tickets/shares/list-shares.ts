import type { Share, ShareStatus } from '@kippu/contract/shares'
import { jstIso } from '@kippu/domain/jst-date'
import { DEFAULT_LANGUAGE, isLanguage } from '@kippu/domain/language'
import { sql } from 'kysely'

import { epochSeconds } from '../../platform/db/epoch-seconds.ts'
import type { Deps } from '../../platform/deps.ts'
import type { TokenQuestion } from '../../orders/bought/token-question.ts'
import { storeLink } from '../../sites/store-link.ts'
import { refuseToken, type UnknownToken } from '../former-tokens.ts'
import { presentTickets } from '../present-tickets.ts'
import { reservationsByToken } from '../reservation-tables.ts'
import { type ShowingDeps, showingOf } from '../showing.ts'
import { TICKETS, type TicketRow } from '../ticket-rows.ts'
import { linkToken, shareRoute } from './share-tokens.ts'

export type SharesDeps = ShowingDeps & Pick<Deps, 'sites'>

/** The tickets of a reservation that are in other hands now, as their giver sees them: each link opens in their language. */
export async function listShares(
  { db, tokens, sites, ...deps }: SharesDeps,
  asked: TokenQuestion,
): Promise<Share[] | UnknownToken> {
  const { rows } = await db.read(read =>
    sql<ReservationRow>`
    select reservation.id, reservation.status, ${TICKETS} as tickets, ${SHARES} as shares
      from ${reservationsByToken([asked])}`.execute(read),
  )
  const [reservation] = rows
  if (reservation === undefined) return refuseToken(db, asked)
  const { siteKey } = asked
  const lang = isLanguage(asked.lang) ? asked.lang : DEFAULT_LANGUAGE
  const showing = await showingOf({ tokens, ...deps }, siteKey)
  return reservation.shares.map(share => {
    const token = linkToken(tokens, share.id, share.token_hash)
    const own = reservation.tickets.filter(({ share_id: shareId }) => shareId === share.id)
    return {
      share_token: token,
      share_url: storeLink({ sites }, { siteKey, lang, route: shareRoute(token) }),
      status: statusOf(share, own, reservation.status),
      shared_at: jstIso(share.created_at * 1000),
      accepted_at: share.accepted_at === null ? null : jstIso(share.accepted_at * 1000),
      tickets: presentTickets(showing, reservation, { kind: 'link', shareId: share.id }),
    }
  })
}

function statusOf(
  { accepted_at: acceptedAt }: ShareRow,
  tickets: readonly TicketRow[],
  reservationStatus: string,
): ShareStatus {
  if (tickets.some(({ used_at: usedAt }) => usedAt !== null)) return 'used'
  if (reservationStatus !== 'active' || tickets.every(({ is_revoked: isRevoked }) => isRevoked))
    return 'refunded'
  return acceptedAt === null ? 'offered' : 'accepted'
}

interface ShareRow {
  readonly id: string
  /** In hexadecimal. */
  readonly token_hash: string
  /** In seconds since 1970. */
  readonly created_at: number
  readonly accepted_at: number | null
}

interface ReservationRow {
  readonly id: string
  readonly status: string
  readonly tickets: readonly TicketRow[]
  readonly shares: readonly ShareRow[]
}

const SHARES = sql`(
  select coalesce(json_agg(json_build_object(
      'id', id, 'token_hash', encode(token_hash, 'hex'), 'created_at', ${epochSeconds('created_at')},
      'accepted_at', ${epochSeconds('accepted_at')}
    ) order by created_at desc, id), '[]')
    from shares where reservation_id = reservation.id and taken_back_at is null)`
