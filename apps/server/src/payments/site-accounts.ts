import { SITE_KEYS } from '@kippu/sites/registry'
import * as v from 'valibot'

import { EnvError } from '../env-error.ts'
import {
  ACCOUNT_VARIABLES,
  accountsOf,
  completedBy,
  type PaymentAccounts,
  paymentVariables,
} from './accounts.ts'

/**
 * Accounts of single sites. `AZABUDAI_BORDERLESS__STRIPE_SECRET_KEY` is the variable of one site: its key in capitals,
 * `-` as `_`, two `_`, and the name. A site that gives one variable of an account gives all of them, and its account
 * then stands in the place of the deployment's.
 */

type Variables = Readonly<Record<string, string | undefined>>

const schema = v.object(paymentVariables)
const NAMES: ReadonlySet<string> = new Set(Object.keys(paymentVariables))
/** `STRIPE`, `GMO` …: what begins so and is no variable is one that was misspelt. */
const FIRST_WORDS: ReadonlySet<string> = new Set([...NAMES].map(name => firstWordOf(name)))

/** The site key in the names of variables. */
export function prefixOf(siteKey: string): string {
  return siteKey.toUpperCase().replaceAll('-', '_')
}

/**
 * By site key, for each site that has an account of its own.
 * @throws EnvError for a site or a variable that does not exist, and for an account that is not whole.
 */
export function readSiteAccounts(
  variables: Variables,
  shared: PaymentAccounts,
): ReadonlyMap<string, PaymentAccounts> {
  const bySite = new Map<string, Record<string, string>>()
  for (const [given, value] of Object.entries(variables)) {
    const found = siteVariableOf(given)
    if (found !== undefined && value !== undefined)
      bySite.set(found.siteKey, { ...bySite.get(found.siteKey), [found.name]: value })
  }
  return new Map(
    Array.from(bySite, ([siteKey, own]) => [siteKey, completedBy(ownAccountsOf(siteKey, own), shared)]),
  )
}

/** Whether a variable is that of a site, by its form: what is after the site. */
export function nameInSite(given: string): string | undefined {
  return siteVariableOf(given)?.name
}

/** Undefined for what is no business of ours: other programs use `__` too. */
function siteVariableOf(given: string): { readonly siteKey: string; readonly name: string } | undefined {
  const [, prefix = '', name = ''] = /^([A-Z][A-Z0-9_]*?)__([A-Z0-9_]+)$/.exec(given) ?? []
  const siteKey = SITE_KEYS.find(key => prefixOf(key) === prefix)
  if (siteKey === undefined) {
    if (FIRST_WORDS.has(firstWordOf(name))) throw new EnvError(`${given}: there is no site ${prefix}`)
    return undefined
  }
  if (!NAMES.has(name)) throw new EnvError(`${given}: there is no payment variable ${name}`)
  return { siteKey, name }
}

function firstWordOf(name: string): string {
  return name.split('_')[0] ?? ''
}

function ownAccountsOf(siteKey: string, own: Readonly<Record<string, string>>): PaymentAccounts {
  const ofSite = (message: string): EnvError => new EnvError(`${prefixOf(siteKey)}__${message}`)
  const parsed = v.safeParse(schema, own)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw ofSite(`${v.getDotPath(issue)}: ${issue.message}`)
  }
  const accounts = readAccounts(parsed.output, ofSite)
  for (const [account, entries] of Object.entries(ACCOUNT_VARIABLES)) {
    const stray = Object.keys(entries).find(name => name in own)
    const isMissing = new Map(Object.entries(accounts)).get(account) === null
    if (stray !== undefined && isMissing)
      throw ofSite(`${stray}: is set, but the keys of the account are not`)
  }
  return accounts
}

function readAccounts(
  variables: v.InferOutput<typeof schema>,
  ofSite: (message: string) => EnvError,
): PaymentAccounts {
  try {
    return accountsOf(variables)
  } catch (error) {
    throw error instanceof EnvError ? ofSite(error.message) : error
  }
}
