import { randomUUID } from 'node:crypto'

import { MOST_AT_ONCE, type Wallet } from '@kippu/contract/wallets'
import type { Language } from '@kippu/domain/language'

import { isRefusal, refuse, type Refusal } from '../../../platform/http/refusal.ts'
import type { UnknownToken } from '../../former-tokens.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { offeredWallets } from './offered-wallets.ts'
import { findOwnTickets } from './own-tickets.ts'
import { type PassRow, storePasses } from './queries.ts'
import type { WalletDeps } from './wallet-deps.ts'

export interface AskedPasses {
  readonly siteKey: string
  /** The token of a reservation, or of the part of it that somebody was given. */
  readonly token: string
  /** The number of the first ticket; so many as go together are put in. */
  readonly from: number | undefined
  readonly lang: Language
}

/** Stores that tickets are put into a wallet, from the first asked-for one on. */
export async function putIntoWallet(
  deps: WalletDeps,
  wallet: Wallet,
  { siteKey, token, from = 1, lang }: AskedPasses,
): Promise<readonly PassRow[] | UnknownToken | Refusal<'record not found'>> {
  if (!offeredWallets(deps, siteKey).includes(wallet)) return refuse('record not found')
  const own = await findOwnTickets(deps, { siteKey, token })
  if (isRefusal(own)) return own
  const ids = own.ids.filter(id => id >= from).slice(0, MOST_AT_ONCE)
  if (ids.length === 0) return refuse('record not found')
  const passes = ids.map(ticketId => {
    const id = randomUUID()
    return { id, ticketId, tokenHash: hashToken(deps.tokens.derive('wallet', id)) }
  })
  const { reservationId, shareId } = own
  return deps.db.transaction(tx => storePasses(tx, { siteKey, wallet, reservationId, shareId, lang, passes }))
}
