import type { Answer } from '@kippu/contract/call'
import { type readWallets, WALLETS, type Wallet } from '@kippu/contract/wallets'

import { isRefusal, type Refusal } from '../../http/refusal.ts'
import type { UnknownToken } from '../../tickets/former-tokens.ts'
import { walletsOf } from '../accounts/wallet-accounts.ts'
import { findOwnTickets } from './own-tickets.ts'
import type { WalletDeps } from './wallet-deps.ts'

/** The wallets that a site can put tickets into now: a certificate ends one day, and no phone takes a pass of it then. */
export function offeredWallets(
  { env, clock }: Pick<WalletDeps, 'env' | 'clock'>,
  siteKey: string,
): readonly Wallet[] {
  const { apple, google } = walletsOf(env.wallets, siteKey)
  const isOffered = { apple: apple !== null && apple.endsAt > clock.now(), google: google !== null }
  return WALLETS.filter(wallet => isOffered[wallet])
}

/** Which wallets take the tickets behind a token, and which tickets. */
export async function findWallets(
  deps: WalletDeps,
  asked: { readonly siteKey: string; readonly token: string },
): Promise<Answer<typeof readWallets> | UnknownToken | Refusal<'record not found'>> {
  const own = await findOwnTickets(deps, asked)
  if (isRefusal(own)) return own
  const wallets = offeredWallets(deps, asked.siteKey)
  return wallets.length === 0 || own.ids.length === 0
    ? { wallets: [], tickets: [] }
    : { wallets: [...wallets], tickets: [...own.ids] }
}
