import { readFileSync } from 'node:fs'

import { readTheme, type ThemeColors } from '@kippu/sites/read-theme'
import type { Site } from '@kippu/sites/site'
import { mailPicture, type MailPicture, markOf, readSiteTheme } from '@kippu/sites/site-files'

import type { SiteDirectory } from '../platform/http/sites.ts'
import { type House, MAIL_TOKENS, type MailColors } from './letter/house.ts'

/** The houses by their keys. */
export type Houses = ReadonlyMap<string, House>

/**
 * Reads the colours of the sites' mails and the addresses of their pictures, once at the start.
 * @throws when a theme lacks a colour.
 */
export function readHouses({ all, originOf }: Pick<SiteDirectory, 'all' | 'originOf'>): Houses {
  return new Map(all.map(site => [site.key, readHouse(site, originOf(site.key))]))
}

function readHouse(site: Site, origin: string): House {
  const { key, headerLogo } = site
  const theme = readTheme(readSiteTheme(site))
  const addressOf = (name: MailPicture): string | null => {
    const file = mailPicture(site, name)
    if (file !== undefined) return `${origin}/sites/${key}/${name}?v=${markOf(readFileSync(file))}`
    // Where there is none the name stands there, and the mail begins with its words.
    return null
  }
  const light = addressOf('mail/logo-light.png')
  const dark = addressOf('mail/logo-dark.png')
  return {
    colors: { light: colorsOf(key, theme.light), dark: colorsOf(key, theme.dark) },
    logo:
      light === null || dark === null
        ? null
        : { light, dark, width: headerLogo.width, height: headerLogo.height },
    hero: addressOf('mail/hero.jpg'),
  }
}

function colorsOf(key: string, theme: ThemeColors): MailColors {
  const colorOf = (token: string): string => {
    const color = theme.get(token)
    if (color === undefined) throw new Error(`the theme of ${key} has no --color-${token}`)
    return color
  }
  const [ground, surface, ink, inkSoft, line, accent, accentSoft, onAccent] = MAIL_TOKENS
  return {
    ground: colorOf(ground),
    surface: colorOf(surface),
    ink: colorOf(ink),
    'ink-soft': colorOf(inkSoft),
    line: colorOf(line),
    accent: colorOf(accent),
    'accent-soft': colorOf(accentSoft),
    'on-accent': colorOf(onAccent),
  }
}
