import { FALLBACK_KEY, type Site } from '@kippu/sites/site'

import type { Env } from '../variables/env.ts'
import { EnvError } from '../variables/env-error.ts'

/** Which site a host belongs to, and at which origin a site is found. */
export interface SiteDirectory {
  /** Those that this deployment serves. */
  readonly all: readonly Site[]
  /** Those that have rows in the database, served or not. */
  readonly known: readonly Site[]
  /** The site of a `Host` header, with or without port; that of an unknown host is `demo`, or the first where there is none. */
  ofHost(host: string): Site
  /** The site that has its pages at an origin; undefined for the origin of a stranger. */
  ofOrigin(origin: string): Site | undefined
  find(siteKey: string): Site | undefined
  /** Origin for links to a site, without a trailing slash: `https://tickets.example.com`. */
  originOf(siteKey: string): string
}

type HostEnv = Pick<Env, 'port' | 'siteHosts' | 'siteKey' | 'production'>

/**
 * @throws EnvError when SITE_KEY or SITE_HOSTS name a site that does not exist, or when a site in production has no
 * host: its mails would link to this machine.
 */
export function createSiteDirectory(env: HostEnv, sites: readonly Site[]): SiteDirectory {
  const byKey = new Map(sites.map(site => [site.key, site]))
  const siteOf = (key: string, variable: string): Site => {
    const site = byKey.get(key)
    if (site === undefined) throw new EnvError(`${variable}: there is no site ${key}`)
    return site
  }
  const pinned = env.siteKey === null ? undefined : siteOf(env.siteKey, 'SITE_KEY')
  const fallback = pinned ?? byKey.get(FALLBACK_KEY) ?? sites[0]
  if (fallback === undefined)
    throw new EnvError(
      'SITES_DIR: names no folder with a site; `kippu sites new` begins one, and those of the demonstration are in demo/sites',
    )
  const byHost = new Map(sites.map(site => [`${site.key}.localhost`, site]))
  const hostOf = new Map(sites.map(site => [site.key, localHostOf(site, fallback, env.port)]))
  for (const { key, host } of env.siteHosts) {
    byHost.set(host, siteOf(key, 'SITE_HOSTS'))
    hostOf.set(key, host)
  }
  const all = pinned === undefined ? sites : [pinned]
  const homeless = all.find(({ key }) => !env.siteHosts.some(named => named.key === key))
  if (env.production && homeless !== undefined)
    throw new EnvError(
      `SITE_HOSTS: production needs the host of ${homeless.key}, as in ${homeless.key}=tickets.example.com; SITE_KEY serves one site alone`,
    )
  const originAt = (host: string): string =>
    `${env.production && !isLocal(host) ? 'https' : 'http'}://${host}`
  const byOrigin = new Map<string, Site>()
  for (const site of all) {
    const named = env.siteHosts.filter(({ key }) => key === site.key).map(({ host }) => host)
    const hosts = named.length === 0 ? [localHostOf(site, fallback, env.port)] : named
    for (const origin of hosts.map(originAt)) {
      // As browsers write it: without the port that the scheme has anyway.
      if (URL.canParse(origin)) byOrigin.set(new URL(origin).origin, site)
    }
  }
  return {
    all,
    known: sites,
    ofOrigin: origin => byOrigin.get(origin),
    ofHost: host => pinned ?? byHost.get(host.toLowerCase()) ?? byHost.get(nameOf(host)) ?? fallback,
    find: key => byKey.get(key),
    originOf: key => {
      const host = hostOf.get(key)
      if (host === undefined) throw new Error(`there is no site ${key}`)
      return originAt(host)
    },
  }
}

function localHostOf(site: Site, fallback: Site, port: number): string {
  return `${site === fallback ? 'localhost' : `${site.key}.localhost`}:${port}`
}

/** Whether a host is this machine. */
export function isLocal(host: string): boolean {
  const name = nameOf(host)
  return name === 'localhost' || name.endsWith('.localhost')
}

/** A `Host` header without its port, in small letters. */
export function nameOf(host: string): string {
  return host.toLowerCase().replace(/\.?(?::\d+)?$/, '')
}
