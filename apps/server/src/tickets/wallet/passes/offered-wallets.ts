import { type Wallet, WALLETS } from '@kippu/contract/wallets'

import type { Clock } from '../../../platform/clock.ts'
import { walletsOf, type WalletsEnv } from '../accounts/wallet-accounts.ts'

interface Offering {
  readonly env: { readonly wallets: WalletsEnv }
  readonly clock: Pick<Clock, 'now'>
}

/** The wallets that a site can put tickets into now: a certificate ends one day, and no phone takes a pass of it then. */
export function offeredWallets({ env, clock }: Offering, siteKey: string): readonly Wallet[] {
  const { apple, google } = walletsOf(env.wallets, siteKey)
  const isOffered = { apple: apple !== null && apple.endsAt > clock.now(), google: google !== null }
  return WALLETS.filter(wallet => isOffered[wallet])
}
