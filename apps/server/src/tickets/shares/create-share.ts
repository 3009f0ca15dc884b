import { randomUUID } from 'node:crypto'

import type { RefusalOf } from '@kippu/contract/call'
import type { createShare as createShareCall, Share } from '@kippu/contract/shares'
import {
  type AskedShare,
  chooseShared,
  type ChoiceFault,
  type ShareFault,
  shareFaultOf,
} from '@kippu/domain/sharing'

import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { findReservationByToken } from '../find-reservation.ts'
import { refuseToken } from '../former-tokens.ts'
import { lockPassing, type PassingTicket, passTickets } from '../hand-on.ts'
import { partyOf } from '../party.ts'
import { hashToken } from '../../platform/tokens.ts'
import { findVisitState } from './find-visit-state.ts'
import { listShares, type SharesDeps } from './list-shares.ts'

export interface CreateShare {
  readonly siteKey: string
  /** The token of the reservation. */
  readonly token: string
  readonly lang: string | undefined
  readonly choice: AskedShare
}

type CannotShare = Refusal<RefusalOf<typeof createShareCall>>

/**
 * Hands tickets on. It locks the tickets alone: a transaction that moves, gives back or uses one has locked it before,
 * and the reservation is read again after that.
 */
export async function createShare(
  deps: SharesDeps,
  { choice, ...asked }: CreateShare,
): Promise<Share | CannotShare> {
  const made = await deps.db.transaction(async tx => {
    const before = await findReservationByToken(tx, asked)
    if (before === undefined) return undefined
    const tickets = await lockPassing(tx, before.id)
    // A visit that was moved in between has another token.
    if ((await findReservationByToken(tx, asked)) === undefined) return undefined
    const chosen = await choose(tx, deps, { reservationId: before.id, tickets, choice })
    if (isRefusal(chosen)) return chosen
    return handOn(tx, deps, { siteKey: asked.siteKey, reservationId: before.id, tickets: chosen })
  })
  if (made === undefined) return refuseToken(deps.db, asked)
  if (isRefusal(made)) return made
  const shares = await listShares(deps, asked)
  const share = isRefusal(shares) ? undefined : shares.find(({ share_token: token }) => token === made)
  // Taken back by another tab already.
  return share ?? refuse('ticket not found')
}

interface Choosing {
  readonly reservationId: string
  readonly tickets: readonly PassingTicket[]
  readonly choice: AskedShare
}

async function choose(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { reservationId, tickets, choice }: Choosing,
): Promise<readonly PassingTicket[] | CannotShare> {
  const party = partyOf(tickets)
  const chosen = chooseShared(party, choice)
  if (chosen === 'less_than_one') return refuseChoice(chosen)
  const fault = shareFaultOf({ ...(await findVisitState(tx, reservationId)), tickets: party }, clock.now())
  if (fault !== null) return refuseShare(fault)
  if (typeof chosen === 'string') return refuseChoice(chosen)
  return tickets.filter(({ id }) => chosen.includes(id))
}

interface Handing {
  readonly siteKey: string
  readonly reservationId: string
  readonly tickets: readonly PassingTicket[]
}

/** Returns the token of the link. */
async function handOn(
  tx: Tx,
  { tokens }: Pick<Deps, 'tokens'>,
  { siteKey, reservationId, tickets }: Handing,
): Promise<string> {
  const id = randomUUID()
  const token = tokens.derive('share', id)
  await tx
    .insertInto('shares')
    .values({
      id,
      site_key: siteKey,
      reservation_id: reservationId,
      token_hash: hashToken(token),
      holder_hash: null,
      acceptance_hash: null,
      created_at: sql<Date>`now()`,
      accepted_at: null,
      taken_back_at: null,
    })
    .execute()
  await passTickets(tx, tokens, { reservationId, to: id, tickets })
  return token
}

function refuseShare(fault: ShareFault): CannotShare {
  switch (fault) {
    case 'being_paid':
      return refuse('waiting time change exists')
    case 'single':
      return refuse('specified parent ticket does not have more than one child ticket')
    case 'cancelled':
    case 'past':
    case 'shared':
      return refuse('ticket not found')
  }
}

function refuseChoice(fault: ChoiceFault): CannotShare {
  switch (fault) {
    case 'less_than_one':
      return refuse('specified option value of the ticket is less than 1')
    case 'only_child':
      return refuse('specified parent ticket does not have more than one child ticket')
    case 'not_found':
      return refuse('ticket not found')
    case 'companion':
      return refuse('companion without its holder')
    case 'none_stays':
      return refuse('invalid_request', { fields: [{ field: 'ticket_ids', rule: 'one_stays' }] })
  }
}
