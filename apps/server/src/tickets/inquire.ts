import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { findReservation as findReservationCall } from '@kippu/contract/reservations'
import { normaliseReservationNumber } from '@kippu/domain/reservation-number'
import { sql } from 'kysely'

import { askedAddress } from '../orders/buyers/asked-address.ts'
import { askedRows, inPlace, type Placed } from '../platform/db/asked.ts'
import type { GroupedRead } from '../platform/db/database.ts'
import { grouped } from '../platform/db/grouped.ts'
import type { Deps } from '../platform/deps.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import { type AskedPair, countTry, takeBackTry } from './inquiry-tries.ts'
import { reservationToken, type TokenOfReservation } from './reservation-token.ts'

/** A mail address and a reservation number as somebody typed them, and the address of their client. */
export interface TypedPair extends AskedPair {
  readonly address: string
}

/**
 * The newest token of the reservation with this number, for somebody who knows the address that its mails go to; a
 * cancelled one too. Everything wrong is one answer after the same work, a number that no reservation can have included
 * (docs/decisions/0047).
 */
export async function inquire(
  deps: Pick<Deps, 'db' | 'tokens' | 'log'>,
  typed: TypedPair,
): Promise<Answer<typeof findReservationCall> | Refusal<RefusalOf<typeof findReservationCall>>> {
  const asked = {
    ...typed,
    email: askedAddress(typed.email),
    number: normaliseReservationNumber(typed.number),
  }
  const full = await countTry(deps, asked)
  if (full !== undefined) {
    deps.log.warn({ ...full, site: asked.siteKey }, 'a reservation inquiry would be one too many')
    return refuse('too_many_requests', { retryAfter: full.retryAfter })
  }
  const found = await deps.db.find(reservationByPair, asked)
  if (found === undefined) return refuse('record not found')
  await takeBackTry(deps, asked)
  return { reservation_token: reservationToken(deps.tokens, found) }
}

interface NearRow extends TokenOfReservation, Placed {
  readonly is_right: boolean
}

/**
 * The reservation of a pair. It reads the reservation of the site that has this number, or else the first one after it, and its newest
 * completed order: so a number that there is costs the database what one that there is not costs. Only then both are compared.
 */
export const reservationByPair: GroupedRead<AskedPair, TokenOfReservation | undefined> = grouped(
  async (read, pairs) => {
    const { rows } = await sql<NearRow>`
      select asked.place::integer as place, near.id, near.token_hash as "tokenHash",
             near.token_generation as "tokenGeneration",
             coalesce(near.number = asked.number and orders.email = asked.email, false) as is_right
        from ${askedRows({
          site: ['text', pairs.map(({ siteKey }) => siteKey)],
          number: ['text', pairs.map(({ number }) => number)],
          email: ['text', pairs.map(({ email }) => email)],
        })}
       cross join lateral (
         select id, number, order_id, token_hash, token_generation from reservations
          where site_key = asked.site and number >= asked.number order by number limit 1) as near
       cross join lateral (
         select email from orders where orders.id = near.order_id offset 0) as orders`.execute(read)
    return inPlace(pairs, rows).map(row => (row?.is_right === true ? row : undefined))
  },
)
