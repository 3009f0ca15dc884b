import * as v from 'valibot'

import { EnvError } from '../../../platform/variables/env-error.ts'
import { siteError, type SiteVariables } from '../../../platform/variables/site-variables.ts'
import {
  APPLE_WALLET_SIMULATOR_VARIABLES,
  type AppleWalletAccount,
  appleWalletAccountOf,
  appleWalletVariables,
} from './apple-wallet-account.ts'
import {
  GOOGLE_WALLET_SIMULATOR_VARIABLES,
  type GoogleWalletAccount,
  googleWalletAccountOf,
  googleWalletVariables,
} from './google-wallet-account.ts'

export const walletVariables = { ...appleWalletVariables, ...googleWalletVariables }

/** Variables that point at a simulator; production refuses them. */
export const WALLET_SIMULATOR_VARIABLES: readonly string[] = [
  ...APPLE_WALLET_SIMULATOR_VARIABLES,
  ...GOOGLE_WALLET_SIMULATOR_VARIABLES,
]

/** The accounts of a site; null where there are no keys, and the wallet is then offered nowhere. */
export interface WalletAccounts {
  readonly apple: AppleWalletAccount | null
  readonly google: GoogleWalletAccount | null
}

export interface WalletsEnv {
  /** The accounts of the deployment. */
  readonly shared: WalletAccounts
  /** The accounts of sites that have their own, completed by the deployment's; by site key. */
  readonly ofSite: ReadonlyMap<string, WalletAccounts>
}

const schema = v.object(walletVariables)
type Variables = v.InferOutput<typeof schema>

/** A site's own account replaces the deployment's. @throws EnvError for one that is incomplete or does not fit. */
export function readWallets(variables: Variables, ofSites: SiteVariables): WalletsEnv {
  const shared = accountsOf(variables)
  const own = [...ofSites].filter(([, ofSite]) => Object.keys(ofSite).some(name => name in walletVariables))
  return {
    shared,
    ofSite: new Map(
      own.map(([siteKey, ofSite]) => {
        const { apple, google } = ownAccountsOf(siteKey, ofSite)
        return [siteKey, { apple: apple ?? shared.apple, google: google ?? shared.google }]
      }),
    ),
  }
}

/** The accounts of one site. */
export function walletsOf({ shared, ofSite }: WalletsEnv, siteKey: string): WalletAccounts {
  return ofSite.get(siteKey) ?? shared
}

function ownAccountsOf(siteKey: string, own: Readonly<Record<string, string>>): WalletAccounts {
  const parsed = v.safeParse(schema, own)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw siteError(siteKey, `${v.getDotPath(issue)}: ${issue.message}`)
  }
  try {
    return accountsOf(parsed.output)
  } catch (error) {
    throw error instanceof EnvError ? siteError(siteKey, error.message) : error
  }
}

function accountsOf(variables: Variables): WalletAccounts {
  return { apple: appleWalletAccountOf(variables), google: googleWalletAccountOf(variables) }
}
