import { loadSites } from '@kippu/sites/load-sites'
import type { Site } from '@kippu/sites/site'
import { lineOf, type SiteFault } from '@kippu/sites/venue/fault'

import type { Env } from '../variables/env.ts'
import { EnvError } from '../variables/env-error.ts'

type SitesEnv = Pick<Env, 'sitesDirs' | 'siteKey' | 'production' | 'allowsDemoSite'>

/**
 * The sites that this environment has. Production serves nothing that is invented, unless it is declared a rehearsal.
 * @throws EnvError with a line for each site that can't be served.
 */
export function knownSites({ sitesDirs, siteKey, production, allowsDemoSite }: SitesEnv): readonly Site[] {
  const { sites, faults } = loadSites(sitesDirs)
  const isServed = (key: string): boolean => siteKey === null || siteKey === key
  const broken = faults.filter(({ weight }) => weight === 'broken')
  if (broken.length > 0) throw new EnvError(`SITES_DIR: ${broken.map(lineOf).join('\n  ')}`)
  const unfinished = faults.filter(fault => fault.weight === 'unfinished' && isServed(fault.siteKey))
  if (production && !allowsDemoSite && unfinished.length > 0)
    throw new EnvError(`SITES_DIR: ${linesOfSites(unfinished).join('\n  ')}`)
  return sites
}

function linesOfSites(faults: readonly SiteFault[]): readonly string[] {
  return Array.from(
    Map.groupBy(faults, ({ siteKey }) => siteKey),
    ([key, ofSite]) => {
      const fields = ofSite.map(({ field }) => field).join(', ')
      return `${key}/site.json has values that are invented, or still to be filled in: ${fields}; a rehearsal sets ALLOW_DEMO_SITE=yes`
    },
  )
}
