import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { Site } from './site.ts'
import { themeDeclarations } from './theme-rules.ts'

type Place = Pick<Site, 'folders'>

/** A display face has the letters of one house's name: another house's would show half of its words in it. */
const FACE = /^(?:face|first)-/

function foldersFor({ folders }: Place, name: string): readonly string[] {
  return FACE.test(name) ? folders.slice(0, 1) : folders
}

/** Path of a file of a site; undefined where no folder of it has one. */
export function siteFile(site: Place, name: string): string | undefined {
  return foldersFor(site, name)
    .map(folder => path.join(folder, name))
    .find(file => existsSync(file))
}

/** Paths of the files of a site by their names. */
export function siteFiles(site: Place): ReadonlyMap<string, string> {
  const files = site.folders.toReversed().flatMap(folder =>
    readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isFile() && foldersFor(site, entry.name).includes(folder))
      .map(({ name }) => [name, path.join(folder, name)] as const),
  )
  return new Map(files)
}

/** The pictures of mails and of home screens, which show no SVG, and the files of a site that each is drawn of. */
const MAIL_PICTURES = {
  'mail/hero.jpg': /^hero\./,
  'mail/logo-light.png': /^logo-/,
  'mail/logo-dark.png': /^logo-/,
  'mail/touch-icon.png': /^icon\./,
} as const

export type MailPicture = keyof typeof MAIL_PICTURES

/** Paths of the pictures of a site's mails by their names. */
export function mailPictures(site: Place): ReadonlyMap<string, string> {
  const files = Object.keys(MAIL_PICTURES)
    .filter(isMailPicture)
    .flatMap(name => {
      const file = mailPicture(site, name)
      return file === undefined ? [] : [[name, file] as const]
    })
  return new Map(files)
}

/**
 * The path of a picture of the mails: a house that has a picture of its own is not shown with that of the site below it. Undefined where the
 * mails go without one.
 */
export function mailPicture({ folders }: Place, name: MailPicture): string | undefined {
  for (const folder of folders) {
    const file = path.join(folder, name)
    if (existsSync(file)) return file
    if (readdirSync(folder).some(other => MAIL_PICTURES[name].test(other))) return undefined
  }
  return undefined
}

export function isMailPicture(name: string): name is MailPicture {
  return Object.hasOwn(MAIL_PICTURES, name)
}

/** A mark of what a picture shows, for its address: programs keep it, and an old mail finds the picture of today. */
export function markOf(picture: Buffer): string {
  return createHash('sha256').update(picture).digest('hex').slice(0, 8)
}

/** The theme of a site, one token a line; a mark of another site, from which it was taken over, is its own. */
export function readSiteTheme(site: Pick<Site, 'key' | 'folders'>): string {
  const file = siteFile(site, 'theme.css')
  if (file === undefined) throw new Error(`${site.folders.join(', ')}: there is no theme.css`)
  const css = readFileSync(file, 'utf8')
  const lines = themeDeclarations(css)?.map(({ name, value }) => `  ${name}: ${value};\n`) ?? []
  return `:root {\n${lines.join('')}}\n`.replaceAll(
    /\/sites\/[a-z0-9-]+\/mark\.svg/g,
    `/sites/${site.key}/mark.svg`,
  )
}
