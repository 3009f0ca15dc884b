import type { Ticket } from '@kippu/contract/reservations'

import { isRefusal } from '../platform/http/refusal.ts'
import type { TokenQuestion } from '../orders/bought/token-question.ts'
import type { UnknownToken } from './former-tokens.ts'
import { findHeldTickets } from './held-tickets.ts'
import { presentTickets } from './present-tickets.ts'
import { type ShowingDeps, showingOf } from './showing.ts'

/** The tickets of a reservation, or of the part of it that somebody was given. */
export async function readTickets(deps: ShowingDeps, asked: TokenQuestion): Promise<Ticket[] | UnknownToken> {
  const held = await findHeldTickets(deps.db, asked)
  if (isRefusal(held)) return held
  return presentTickets(await showingOf(deps, asked.siteKey), held, held.reader)
}
