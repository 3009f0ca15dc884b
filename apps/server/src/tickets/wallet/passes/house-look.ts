import { entryOf } from '@kippu/domain/known'
import { readFile } from 'node:fs/promises'

import { readTheme } from '@kippu/sites/read-theme'
import type { Site } from '@kippu/sites/site'
import { mailPicture, readSiteTheme } from '@kippu/sites/site-files'

/** How a house looks on a pass: colours as `#rrggbb`, of its light scheme, since a pass has one. */
export interface HouseLook {
  readonly surface: string
  readonly ink: string
  readonly accent: string
  readonly onAccent: string
  /** Its logo on `surface`, as PNG at twice its size; null where the name stands in its place. */
  readonly logo: Buffer | null
}

export interface HouseLooks {
  of(site: Site): Promise<HouseLook>
}

/** Each is read once. */
export function createHouseLooks(): HouseLooks {
  const known = new Map<string, Promise<HouseLook>>()
  return {
    of: site => {
      const look = known.get(site.key) ?? readLook(site)
      known.set(site.key, look)
      return look
    },
  }
}

async function readLook(site: Site): Promise<HouseLook> {
  const { light } = readTheme(readSiteTheme(site))
  const file = mailPicture(site, 'mail/logo-light.png')
  const logo = file === undefined ? null : await readFile(file)
  return {
    surface: entryOf(light, 'surface'),
    ink: entryOf(light, 'ink'),
    accent: entryOf(light, 'accent'),
    onAccent: entryOf(light, 'on-accent'),
    logo,
  }
}
