import { loadSites } from '@kippu/sites/load-sites'
import type { Site } from '@kippu/sites/site'
import { lineOf } from '@kippu/sites/venue/fault'

import type { Env } from '../variables/env.ts'
import { EnvError } from '../variables/env-error.ts'

type SitesEnv = Pick<Env, 'sitesDir' | 'siteKey' | 'production' | 'allowsDemoSite'>

/**
 * The sites that this environment has. In production those of the venues are alone, unless a demonstration is named: nothing invented is served by
 * mistake, and no value of a venue's site may be.
 * @throws EnvError with a line for everything that keeps a site from being served.
 */
export function knownSites({ sitesDir, siteKey, production, allowsDemoSite }: SitesEnv): readonly Site[] {
  const { sites, faults } = loadSites(sitesDir)
  const mustBeFinished = production && !allowsDemoSite
  const isServed = (key: string): boolean => siteKey === null || siteKey === key
  const stopping = faults.filter(
    fault =>
      fault.weight === 'broken' ||
      (mustBeFinished && fault.weight === 'unfinished' && isServed(fault.siteKey)),
  )
  if (stopping.length > 0) throw new EnvError(`SITES_DIR: ${stopping.map(lineOf).join('\n  ')}`)
  const venues = sites.filter(site => site.isOfVenue)
  return venues.length > 0 && mustBeFinished
    ? sites.filter(site => site.isOfVenue || site.key === siteKey)
    : sites
}
