import { type Dirent, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { isSiteKey, SITE_KEYS, siteOf } from '@kippu/demo/registry'
import type { Site } from './site.ts'
import type { SiteFault } from './venue/fault.ts'
import { codeOf, readSiteFolder } from './venue/read-site-folder.ts'

export interface LoadedSites {
  /** Those of the product in the order of the registry, then the venues' own by key. */
  readonly sites: readonly Site[]
  readonly faults: readonly SiteFault[]
}

/** Keys of the sites in a folder of venues. @throws when there is no such folder, or it can't be read. */
export function venueKeys(sitesDir: string): readonly string[] {
  if (!existsSync(sitesDir)) throw new Error(`there is no folder ${sitesDir}`)
  return entriesOf(sitesDir)
    .filter(entry => entry.isDirectory() && !/^[._]|^node_modules$/.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    throw new Error(`the store can't read the folder ${folder} (${codeOf(error)})`, { cause: error })
  }
}

/** The sites of the product with those of the venues over and beside them. A broken one is left out. */
export function loadSites(sitesDir: string | null): LoadedSites {
  const read = (sitesDir === null ? [] : venueKeys(sitesDir)).map(key =>
    readSiteFolder(path.join(sitesDir ?? '', key)),
  )
  const ofVenues = new Map(
    read.flatMap(({ site }) => (site === undefined ? [] : [[site.key, site] as const])),
  )
  return {
    sites: [
      ...SITE_KEYS.map(key => ofVenues.get(key) ?? siteOf(key)),
      ...[...ofVenues.values()].filter(({ key }) => !isSiteKey(key)),
    ],
    faults: read.flatMap(({ faults }) => faults),
  }
}
