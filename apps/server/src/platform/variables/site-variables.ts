import { siteKeysIn, sitesDirsOf } from '@kippu/sites/load-sites'

import { EnvError } from './env-error.ts'

/**
 * Variables of single sites. `AZABUDAI_BORDERLESS__STRIPE_SECRET_KEY` is the variable of one site: its key in capitals,
 * `-` as `_`, two `_`, and the name.
 */

/** The parts that the name of a site's variable is made of. */
export interface KnownOfSites {
  readonly siteKeys: readonly string[]
  /** The variables that a site may have. */
  readonly names: ReadonlySet<string>
}

/** Keys of the sites in the folders of `SITES_DIR`. @throws EnvError when there is no such folder. */
export function knownSiteKeys(sitesDir: string | undefined): readonly string[] {
  try {
    return siteKeysIn(sitesDirsOf(sitesDir))
  } catch (error) {
    throw new EnvError(`SITES_DIR: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The sites' own variables, by site key and name. */
export type SiteVariables = ReadonlyMap<string, Readonly<Record<string, string>>>

/**
 * @throws EnvError for a site or a variable that does not exist.
 */
export function readSiteVariables(
  variables: Readonly<Record<string, string | undefined>>,
  known: KnownOfSites,
): SiteVariables {
  const bySite = new Map<string, Record<string, string>>()
  for (const [given, value] of Object.entries(variables)) {
    const found = siteVariableOf(given, known)
    if (found !== undefined && value !== undefined)
      bySite.set(found.siteKey, { ...bySite.get(found.siteKey), [found.name]: value })
  }
  return bySite
}

/** The part after the site, or after `FORMER`, in the name of a variable. @throws EnvError as above. */
export function nameInSite(given: string, known: KnownOfSites): string | undefined {
  return formerNameOf(given) ?? siteVariableOf(given, known)?.name
}

/** Not a site: former accounts, see `former-accounts.ts`. */
const FORMER = 'FORMER__'

/** The part after `FORMER__`; undefined without it. */
export function formerNameOf(given: string): string | undefined {
  return given.startsWith(FORMER) ? given.slice(FORMER.length) : undefined
}

/** The error of a site's variable: `message` begins with its name. */
export function siteError(siteKey: string, message: string): EnvError {
  return new EnvError(`${prefixOf(siteKey)}__${message}`)
}

/** The site key in the names of variables. */
export function prefixOf(siteKey: string): string {
  return siteKey.toUpperCase().replaceAll('-', '_')
}

/** Undefined for a variable of another program: others use `__` too. */
function siteVariableOf(
  given: string,
  { siteKeys, names }: KnownOfSites,
): { readonly siteKey: string; readonly name: string } | undefined {
  if (formerNameOf(given) !== undefined) return undefined
  const [, prefix = '', name = ''] = /^([A-Z][A-Z0-9_]*?)__([A-Z0-9_]+)$/.exec(given) ?? []
  const siteKey = siteKeys.find(key => prefixOf(key) === prefix)
  if (siteKey === undefined) {
    if (isMeantForUs(name, names)) throw new EnvError(`${given}: there is no site ${prefix}`)
    return undefined
  }
  if (!names.has(name)) throw new EnvError(`${given}: a site has no variable ${name} of its own`)
  return { siteKey, name }
}

/** Whether a name begins like one of ours (`STRIPE`, `GMO` …): then it is meant for the store, not for another program. */
function isMeantForUs(name: string, names: ReadonlySet<string>): boolean {
  return [...names].some(known => firstWordOf(known) === firstWordOf(name))
}

function firstWordOf(name: string): string {
  return name.split('_')[0] ?? ''
}
