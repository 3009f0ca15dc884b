import { readFileSync } from 'node:fs'

import { readTheme, type ThemeColors } from '@kippu/sites/read-theme'
import type { Site } from '@kippu/sites/site'
import { mailPicture, readSiteTheme } from '@kippu/sites/site-files'

import { type House, MAIL_TOKENS, type MailColors, type Picture } from './letter/house.ts'

/** The houses by their keys. */
export type Houses = ReadonlyMap<string, House>

/**
 * Reads the colours and pictures of the sites' mails, once at the start.
 * @throws when a theme lacks a colour.
 */
export function readHouses(sites: readonly Site[]): Houses {
  return new Map(sites.map(site => [site.key, readHouse(site)]))
}

function readHouse(site: Site): House {
  const { key, headerLogo } = site
  const theme = readTheme(readSiteTheme(site))
  const picture = (name: string, type: Picture['type'], source: RegExp): Picture | null => {
    const file = mailPicture(site, `${name}.${type === 'image/png' ? 'png' : 'jpg'}`, source)
    // Where there is none the name stands there, and the mail begins with its words.
    return file === undefined ? null : { id: `${name}@mail`, type, bytes: readFileSync(file) }
  }
  const light = picture('logo-light', 'image/png', /^logo-/)
  const dark = picture('logo-dark', 'image/png', /^logo-/)
  return {
    colors: { light: colorsOf(key, theme.light), dark: colorsOf(key, theme.dark) },
    logo:
      light === null || dark === null
        ? null
        : { light, dark, width: headerLogo.width, height: headerLogo.height },
    hero: picture('hero', 'image/jpeg', /^hero\./),
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
