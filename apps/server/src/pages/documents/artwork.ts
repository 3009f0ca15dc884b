import { readFileSync } from 'node:fs'
import path from 'node:path'

import { UPLOADED_RULES } from '@kippu/domain/uploaded-picture'
import { pictureRules } from '@kippu/sites/pictures/subjects'
import { isMailPicture, mailPictures, readSiteTheme, siteFiles } from '@kippu/sites/site-files'
import type { Site } from '@kippu/sites/site'

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml; charset=utf-8'],
  ['.jpg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.css', 'text/css; charset=utf-8'],
  ['.woff2', 'font/woff2'],
])

export interface Artwork {
  readonly type: string
  readonly body: Buffer
  /** The programs that show a mail fetch its pictures, from their own origins and by addresses that tell their version. */
  readonly isOfMails: boolean
}

/** Pictures, themes and display faces of the sites by URL path, the pictures of their mails too: a path that is not in this map is not served. */
export function loadArtwork(sites: readonly Site[]): ReadonlyMap<string, Artwork> {
  return new Map(sites.flatMap(filesOf))
}

type NamedArtwork = readonly [address: string, Artwork]

/** A site is read once in a process, as it is for all stores that a test opens. */
const known = new WeakMap<Site, readonly NamedArtwork[]>()

function filesOf(site: Site): readonly NamedArtwork[] {
  const files = known.get(site) ?? readFiles(site)
  known.set(site, files)
  return files
}

/** Read one after the other: hundreds of small files at once take twice the work. */
function readFiles(site: Site): readonly NamedArtwork[] {
  return [...siteFiles(site), ...mailPictures(site)].flatMap(([name, file]): NamedArtwork[] => {
    const type = TYPES.get(path.extname(name))
    if (type === undefined) return []
    const body = name === 'theme.css' ? Buffer.from(themeOf(site)) : readFileSync(file)
    return [[`/sites/${site.key}/${name}`, { type, body, isOfMails: isMailPicture(name) }]]
  })
}

/** The tokens of a site, and where its pictures are held. */
function themeOf(site: Site): string {
  return forBothSchemes(readSiteTheme(site)) + pictureRules(site) + UPLOADED_RULES
}

/**
 * A theme names the colours of both schemes side by side, `light-dark(a, b)`. Phones that are some years old don't know that function, so the
 * document says it in two blocks, as every browser understands.
 */
function forBothSchemes(theme: string): string {
  const pair = /light-dark\(([^,()]+), ([^,()]+)\)/g
  const dark = theme.split('\n').filter(line => line.includes('light-dark('))
  const light = theme.replaceAll(pair, '$1')
  if (dark.length === 0) return light
  return `${light}@media (prefers-color-scheme:dark){:root{${dark.join('').replaceAll(pair, '$2')}}}`
}
