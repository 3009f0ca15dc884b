import * as v from 'valibot'

import { origins, url } from '../../platform/variables/account-variables.ts'
import { siteError, type SiteVariables } from '../../platform/variables/site-variables.ts'

/**
 * External scripts that the completion page loads to have a purchase counted: the tag manager and the tracker of ad
 * conversions. The environment configures them, for the deployment or for one site; without them nothing is loaded.
 */
export const externalScriptVariables = {
  TAG_MANAGER_ID: v.optional(
    v.pipe(v.string(), v.regex(/^GTM-[A-Z0-9]{4,12}$/, 'must look like GTM-ABC1234')),
  ),
  TAG_MANAGER_URL: v.optional(url),
  TAG_MANAGER_HOSTS: v.optional(origins),
  AD_TRACKER_SCRIPT_URL: v.optional(
    v.pipe(url, v.regex(/^(?:https:\/\/|http:\/\/localhost[:/])/, 'must begin with https://')),
  ),
  AD_TRACKER_HOSTS: v.optional(origins),
}

/** Points at a simulator; production refuses it. */
export const EXTERNAL_SCRIPT_SIMULATOR_VARIABLES: readonly string[] = ['TAG_MANAGER_URL']

const TAG_MANAGER = 'https://www.googletagmanager.com/gtm.js'

export interface ExternalScripts {
  /** Address of the script of the site's container; null without an id. */
  readonly tagManager: string | null
  readonly adTracker: string | null
  /** Origins that the scripts call and load pictures from. */
  readonly hosts: readonly string[]
}

/** The scripts of the deployment, and of sites that have a variable of their own. */
export interface ExternalScriptsEnv {
  readonly shared: ExternalScripts
  readonly ofSite: ReadonlyMap<string, ExternalScripts>
}

const schema = v.object(externalScriptVariables)
type Variables = v.InferOutput<typeof schema>

/**
 * Each of a site's own variables replaces the deployment's.
 * @throws EnvError for an invalid value of a site.
 */
export function readExternalScripts(variables: Variables, ofSites: SiteVariables): ExternalScriptsEnv {
  const ofSite = Array.from(ofSites, ([siteKey, own]) => {
    const parsed = v.safeParse(schema, own)
    if (!parsed.success) {
      const [issue] = parsed.issues
      throw siteError(siteKey, `${v.getDotPath(issue)}: ${issue.message}`)
    }
    return [siteKey, scriptsOf({ ...variables, ...parsed.output })] as const
  })
  return { shared: scriptsOf(variables), ofSite: new Map(ofSite) }
}

/** The scripts of one site. */
export function externalScriptsOf({ shared, ofSite }: ExternalScriptsEnv, siteKey: string): ExternalScripts {
  return ofSite.get(siteKey) ?? shared
}

function scriptsOf(variables: Variables): ExternalScripts {
  const tagManager = tagManagerOf(variables)
  const adTracker = variables.AD_TRACKER_SCRIPT_URL ?? null
  const hosts = [
    ...hostsOf(tagManager, variables.TAG_MANAGER_HOSTS),
    ...hostsOf(adTracker, variables.AD_TRACKER_HOSTS),
  ]
  return { tagManager, adTracker, hosts: [...new Set(hosts)] }
}

function tagManagerOf({
  TAG_MANAGER_ID: id,
  TAG_MANAGER_URL: address = TAG_MANAGER,
}: Variables): string | null {
  if (id === undefined) return null
  const script = new URL(address)
  script.searchParams.set('id', id)
  return script.href
}

function hostsOf(script: string | null, more: readonly string[] = []): readonly string[] {
  return script === null ? [] : [new URL(script).origin, ...more]
}
