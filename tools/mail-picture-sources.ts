import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { readTheme, type Theme } from '@kippu/sites/read-theme'
import type { Site } from '@kippu/sites/site'

import { ROOT } from './run-steps.ts'

export const SITES_FOLDER = path.join(ROOT, 'packages/sites/src')

/** What each site's pictures were drawn of, by its key. */
export const DRAWN_OF = path.join(ROOT, 'packages/sites/mail-pictures.json')

export type Scheme = keyof Theme

/** What the pictures of a site's mails are drawn of. */
export interface MailPictureSources {
  /** As SVG. */
  readonly hero: string
  readonly logo: Readonly<Record<Scheme, LogoSource>>
  /** In CSS pixels. */
  readonly logoSize: { readonly width: number; readonly height: number }
}

interface LogoSource {
  /** As SVG. */
  readonly drawing: string
  /** The colour of the card that it stands on, `#rrggbb`. */
  readonly ground: string
}

export function mailPictureSources({
  key,
  headerLogo,
}: Pick<Site, 'key' | 'headerLogo'>): MailPictureSources {
  const read = (file: string): string => readFileSync(path.join(SITES_FOLDER, key, file), 'utf8')
  const theme = readTheme(read('theme.css'))
  const logoOn = (scheme: Scheme): LogoSource => {
    const ground = theme[scheme].get('surface') ?? '#ffffff'
    return { ground, drawing: read(isDark(ground) ? 'logo-white.svg' : 'logo-black.svg') }
  }
  const { width, height } = headerLogo
  return {
    hero: read('hero.svg'),
    logo: { light: logoOn('light'), dark: logoOn('dark') },
    logoSize: { width, height },
  }
}

/** Changes with whatever the pictures are drawn of. */
export function fingerprintOf(sources: MailPictureSources): string {
  return createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 16)
}

function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start =>
    Number.parseInt(color.slice(start, start + 2), 16),
  )
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128
}
