import { readFileSync } from 'node:fs'
import path from 'node:path'

import { readTheme, type ThemeColors } from '@kippu/sites/read-theme'
import type { Site } from '@kippu/sites/site'

import { type House, MAIL_TOKENS, type MailColors, type Picture } from './letter/house.ts'

const FOLDER = path.join(import.meta.dirname, '../../../../packages/sites/src')

/** The houses by their keys. */
export type Houses = ReadonlyMap<string, House>

/**
 * Reads the colours and pictures of the sites' mails, once at the start.
 * @throws when a theme lacks a colour or a picture is missing: `npm run draw:mail-pictures` draws them.
 */
export function readHouses(sites: readonly Site[], folder: string = FOLDER): Houses {
  return new Map(sites.map(site => [site.key, readHouse(site, path.join(folder, site.key))]))
}

function readHouse({ key, headerLogo }: Site, folder: string): House {
  const theme = readTheme(readFileSync(path.join(folder, 'theme.css'), 'utf8'))
  const picture = (name: string, type: Picture['type']): Picture => {
    const bytes = readFileSync(path.join(folder, 'mail', `${name}.${type === 'image/png' ? 'png' : 'jpg'}`))
    return { id: `${name}@mail`, type, bytes }
  }
  return {
    colors: { light: colorsOf(key, theme.light), dark: colorsOf(key, theme.dark) },
    logo: {
      light: picture('logo-light', 'image/png'),
      dark: picture('logo-dark', 'image/png'),
      width: headerLogo.width,
      height: headerLogo.height,
    },
    hero: picture('hero', 'image/jpeg'),
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
