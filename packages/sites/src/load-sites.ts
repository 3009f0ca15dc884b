import { type Dirent, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

import type { Site } from './site.ts'
import type { SiteFault } from './venue/fault.ts'
import { codeOf, readSiteFolder } from './venue/read-site-folder.ts'

export interface LoadedSites {
  /** By key. */
  readonly sites: readonly Site[]
  readonly faults: readonly SiteFault[]
}

/** The folders of sites that `SITES_DIR` names, absolute: several have `:` between them, and the first lies over the others. */
export function sitesDirsOf(variable: string | undefined): readonly string[] {
  return (variable ?? '')
    .split(path.delimiter)
    .filter(folder => folder !== '')
    .map(folder => path.resolve(folder))
}

/** Keys of the sites in these folders. @throws when there is no such folder, or it can't be read. */
export function siteKeysIn(sitesDirs: readonly string[]): readonly string[] {
  const keys = sitesDirs.flatMap(sitesDir =>
    entriesOf(sitesDir)
      .filter(entry => entry.isDirectory() && !/^[._]|^node_modules$/.test(entry.name))
      .map(({ name }) => name),
  )
  return [...new Set(keys)].toSorted()
}

function entriesOf(folder: string): readonly Dirent[] {
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`)
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    throw new Error(`the store can't read the folder ${folder} (${codeOf(error)})`, { cause: error })
  }
}

/** The folders of a site, the one that lies above first. */
export function foldersOf(sitesDirs: readonly string[], key: string): readonly string[] {
  return sitesDirs.map(sitesDir => path.join(sitesDir, key)).filter(folder => existsSync(folder))
}

/** The sites in these folders. A broken one is left out. */
export function loadSites(sitesDirs: readonly string[]): LoadedSites {
  const read = siteKeysIn(sitesDirs).map(key => readSiteFolder(foldersOf(sitesDirs, key)))
  return {
    sites: read.flatMap(({ site }) => (site === undefined ? [] : [site])),
    faults: read.flatMap(({ faults }) => faults),
  }
}
