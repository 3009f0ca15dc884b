import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { readTheme, type Theme } from '@kippu/sites/read-theme'
import type { Site } from '@kippu/sites/site'
import { positionOf, subjectsOf } from '@kippu/sites/pictures/subjects'
import { readSiteTheme, siteFile } from '@kippu/sites/site-files'

import { ROOT } from '../start/root.ts'

export const SITES_FOLDER = path.join(ROOT, 'demo/sites')

/** The record of the sources of each site's pictures, by its key. */
export const DRAWN_OF = path.join(ROOT, 'demo/mail-pictures.json')

export type Scheme = keyof Theme

/** The sources of the pictures of a site's mails. */
export interface MailPictureSources {
  /** As SVG, or a photograph as the address `data:` that shows it. */
  readonly hero: string
  /** Where it is held, as `object-position` counts; null for its middle. */
  readonly heroAt: string | null
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

/** The icon on the ground of its house: a phone cuts the corners itself. */
export function touchIconSource(site: Site): LogoSource {
  const icon = siteFile(site, 'icon.svg')
  if (icon === undefined) throw new Error(`${site.key} has no icon.svg`)
  const ground = readTheme(readSiteTheme(site)).light.get('ground') ?? '#ffffff'
  return { ground, drawing: readFileSync(icon, 'utf8') }
}

const PHOTOGRAPHS: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

export function mailPictureSources(site: Site): MailPictureSources {
  const { key, headerLogo } = site
  const bytesOf = (file: string): Buffer => {
    const found = siteFile(site, file)
    if (found === undefined) throw new Error(`${key} has no ${file}`)
    return readFileSync(found)
  }
  const read = (file: string): string => bytesOf(file).toString('utf8')
  const theme = readTheme(readSiteTheme(site))
  const hero = path.basename(site.heroImage)
  const type = PHOTOGRAPHS[path.extname(hero)]
  const logoOn = (scheme: Scheme): LogoSource => {
    const ground = theme[scheme].get('surface') ?? '#ffffff'
    return { ground, drawing: read(isDark(ground) ? 'logo-white.svg' : 'logo-black.svg') }
  }
  const { width, height } = headerLogo
  const subject = subjectsOf(site).get(hero)
  const held = subject && positionOf(subject.subject)
  return {
    heroAt: held === undefined ? null : `${held.x}% ${held.y}%`,
    hero: type === undefined ? read(hero) : `data:${type};base64,${bytesOf(hero).toString('base64')}`,
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
