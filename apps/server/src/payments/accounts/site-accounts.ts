import * as v from 'valibot'

import { EnvError } from '../../env-error.ts'
import { siteError, type SiteVariables } from '../../site-variables.ts'
import {
  ACCOUNT_VARIABLES,
  accountsOf,
  completedBy,
  type PaymentAccounts,
  paymentVariables,
} from './accounts.ts'

const schema = v.object(paymentVariables)
const NAMES: ReadonlySet<string> = new Set(Object.keys(paymentVariables))

/**
 * Accounts of single sites, by site key, for each site that has one of its own. A site that gives one variable of an
 * account gives all of them, and its account then stands in the place of the deployment's.
 * @throws EnvError for an account that is not whole.
 */
export function readSiteAccounts(
  ofSites: SiteVariables,
  shared: PaymentAccounts,
): ReadonlyMap<string, PaymentAccounts> {
  const paying = [...ofSites].filter(([, own]) => Object.keys(own).some(name => NAMES.has(name)))
  return new Map(paying.map(([siteKey, own]) => [siteKey, completedBy(ownAccountsOf(siteKey, own), shared)]))
}

function ownAccountsOf(siteKey: string, own: Readonly<Record<string, string>>): PaymentAccounts {
  const parsed = v.safeParse(schema, own)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw siteError(siteKey, `${v.getDotPath(issue)}: ${issue.message}`)
  }
  const accounts = readAccounts(siteKey, parsed.output)
  for (const [account, entries] of Object.entries(ACCOUNT_VARIABLES)) {
    const stray = Object.keys(entries).find(name => name in own)
    const isMissing = new Map(Object.entries(accounts)).get(account) === null
    if (stray !== undefined && isMissing)
      throw siteError(siteKey, `${stray}: is set, but the keys of the account are not`)
  }
  return accounts
}

function readAccounts(siteKey: string, variables: v.InferOutput<typeof schema>): PaymentAccounts {
  try {
    return accountsOf(variables)
  } catch (error) {
    throw error instanceof EnvError ? siteError(siteKey, error.message) : error
  }
}
