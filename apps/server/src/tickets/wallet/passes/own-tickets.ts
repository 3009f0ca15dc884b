import { isRefusal, refuse, type Refusal } from '../../../platform/http/refusal.ts'
import type { UnknownToken } from '../../former-tokens.ts'
import { findHeldTickets } from '../../held-tickets.ts'
import { presentTickets } from '../../present-tickets.ts'
import { showingOf } from '../../showing.ts'
import type { WalletDeps } from './wallet-deps.ts'

/** The tickets behind a token that a wallet may take, by their numbers, and in whose hands they are. */
export interface OwnTickets {
  readonly reservationId: string
  /** Null: with their buyer. */
  readonly shareId: string | null
  readonly ids: readonly number[]
}

interface AskedTickets {
  readonly siteKey: string
  readonly token: string
}

/**
 * The tickets in these hands that are good. None where the site shows codes that change (decision 53): a pass would show a code that no gate takes
 * offline.
 */
export async function findOwnTickets(
  deps: Pick<WalletDeps, 'db' | 'tokens' | 'gates' | 'clock'>,
  { siteKey, token }: AskedTickets,
): Promise<OwnTickets | UnknownToken | Refusal<'record not found'>> {
  const held = await findHeldTickets(deps.db, { siteKey, token, lang: undefined })
  if (isRefusal(held)) return held
  const { id, reader } = held
  // Tickets that a link alone shows have no codes.
  if (reader.kind === 'link') return refuse('record not found')
  const showing = await showingOf(deps, siteKey)
  const good = showing.gate.rotates
    ? []
    : presentTickets(showing, held, reader).filter(
        ({ status, code }) => status === 'available' && code !== '',
      )
  return {
    reservationId: id,
    shareId: reader.kind === 'holder' ? reader.shareId : null,
    ids: good.map(ticket => ticket.id),
  }
}
