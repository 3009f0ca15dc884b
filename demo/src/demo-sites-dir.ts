import path from 'node:path'

import type { Site } from '@kippu/sites/site'

/** The folder of the demonstration's sites. */
export const DEMO_SITES_DIR = path.join(import.meta.dirname, '../sites')

/** Whether a site is of the demonstration alone: no folder of a venue lies over it. */
export function isOfDemo({ folders }: Pick<Site, 'folders'>): boolean {
  return folders[0]?.startsWith(DEMO_SITES_DIR) === true
}
