import type { Deps } from '../../../platform/deps.ts'
import type { SiteContent } from '../../../sites/content/site-content.ts'
import type { ShowingDeps } from '../../showing.ts'
import type { WalletsEnv } from '../accounts/wallet-accounts.ts'

/** The parts that the verbs of this slice need. */
export interface WalletDeps extends Deps, ShowingDeps {
  readonly env: Deps['env'] & { readonly wallets: WalletsEnv }
  readonly content: SiteContent
}
