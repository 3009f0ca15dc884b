import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { readTheme } from '@kippu/sites/read-theme'

const FOLDER = path.join(import.meta.dirname, '../../../../../packages/sites/src')

/** How a house looks on a pass: colours as `#rrggbb`, of its light scheme, since a pass has one. */
export interface HouseLook {
  readonly surface: string
  readonly ink: string
  readonly accent: string
  readonly onAccent: string
  /** Its logo on `surface`, as PNG at twice its size. */
  readonly logo: Buffer
}

export interface HouseLooks {
  of(siteKey: string): Promise<HouseLook>
}

/** Each is read once. */
export function createHouseLooks(): HouseLooks {
  const known = new Map<string, Promise<HouseLook>>()
  return {
    of: siteKey => {
      const look = known.get(siteKey) ?? readLook(path.join(FOLDER, siteKey))
      known.set(siteKey, look)
      return look
    },
  }
}

async function readLook(folder: string): Promise<HouseLook> {
  const [css, logo] = await Promise.all([
    readFile(path.join(folder, 'theme.css'), 'utf8'),
    readFile(path.join(folder, 'mail/logo-light.png')),
  ])
  const { light } = readTheme(css)
  return {
    surface: light.get('surface') ?? '#ffffff',
    ink: light.get('ink') ?? '#1a1a1a',
    accent: light.get('accent') ?? '#1a1a1a',
    onAccent: light.get('on-accent') ?? '#ffffff',
    logo,
  }
}
