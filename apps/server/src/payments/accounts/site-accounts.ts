import * as v from 'valibot'

import { EnvError } from '../../platform/variables/env-error.ts'
import { siteError, type SiteVariables } from '../../platform/variables/site-variables.ts'
import {
  ACCOUNT_VARIABLES,
  accountsOf,
  completedBy,
  type PaymentAccounts,
  paymentVariables,
} from './accounts.ts'

const schema = v.object(paymentVariables)
const NAMES: ReadonlySet<string> = new Set(Object.keys(paymentVariables))

export function isPaymentVariable(name: string): boolean {
  return NAMES.has(name)
}

/**
 * Accounts of single sites, by site key, for each site that has its own. A site that sets one variable of an account
 * sets all of them; its account then replaces the deployment's.
 * @throws EnvError for an incomplete account.
 */
export function readSiteAccounts(
  ofSites: SiteVariables,
  shared: PaymentAccounts,
): ReadonlyMap<string, PaymentAccounts> {
  const paying = [...ofSites].filter(([, own]) => Object.keys(own).some(isPaymentVariable))
  return new Map(
    paying.map(([siteKey, own]) => {
      const accounts = ownAccountsOf(own, message => siteError(siteKey, message))
      return [siteKey, completedBy(accounts, shared)]
    }),
  )
}

/** Adds whose variable is wrong; the message begins with the name of the variable. */
type ErrorOf = (message: string) => EnvError

/**
 * Accounts whose variables have a prefix; the prefix is already removed. @throws EnvError for an incomplete account.
 */
export function ownAccountsOf(own: Readonly<Record<string, string>>, errorOf: ErrorOf): PaymentAccounts {
  const parsed = v.safeParse(schema, own)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw errorOf(`${v.getDotPath(issue)}: ${issue.message}`)
  }
  const accounts = readAccounts(parsed.output, errorOf)
  for (const [account, entries] of Object.entries(ACCOUNT_VARIABLES)) {
    const stray = Object.keys(entries).find(name => name in own)
    const isMissing = new Map(Object.entries(accounts)).get(account) === null
    if (stray !== undefined && isMissing)
      throw errorOf(`${stray}: is set, but the keys of the account are not`)
  }
  return accounts
}

function readAccounts(variables: v.InferOutput<typeof schema>, errorOf: ErrorOf): PaymentAccounts {
  try {
    return accountsOf(variables)
  } catch (error) {
    throw error instanceof EnvError ? errorOf(error.message) : error
  }
}
