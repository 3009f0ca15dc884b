import { loadSites } from '@kippu/sites/load-sites'
import type { Site } from '@kippu/sites/site'

import { DEMO_SITES_DIR } from './demo-sites-dir.ts'

const { sites, faults } = loadSites([DEMO_SITES_DIR])
const [broken] = faults.filter(({ weight }) => weight === 'broken')
if (broken !== undefined) throw new Error(`${broken.siteKey}/${broken.file} ${broken.field}: ${broken.rule}`)

/** The sites of the demonstration, by key. */
export const SITES: readonly Site[] = sites

export const SITE_KEYS: readonly string[] = sites.map(({ key }) => key)

/** @throws for a key of no site of the demonstration. */
export function siteOf(key: string): Site {
  const site = sites.find(one => one.key === key)
  if (site === undefined) throw new Error(`the demonstration has no site ${key}`)
  return site
}
