import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import type { Language } from '@kippu/domain/language'
import * as fontkit from 'fontkit'
import * as v from 'valibot'

/** Packages of Noto faces under the SIL Open Font License. Each comes in slices: files with some of its characters. */
const FAMILIES = [
  'noto-sans-jp',
  'noto-sans-kr',
  'noto-sans-sc',
  'noto-sans-tc',
  'noto-sans-thai',
  'noto-emoji',
] as const
type Family = (typeof FAMILIES)[number]

/**
 * Which family writes a character first: the same character of Chinese and Japanese has a form of its own in each of them. The
 * Japanese face has the most characters of names and comes next.
 */
const FIRST_FAMILIES: Readonly<Record<Language, readonly Family[]>> = {
  ja: ['noto-sans-jp'],
  en: ['noto-sans-jp'],
  kr: ['noto-sans-kr', 'noto-sans-jp'],
  'zh-hans': ['noto-sans-sc', 'noto-sans-jp'],
  'zh-hant': ['noto-sans-tc', 'noto-sans-jp'],
  th: ['noto-sans-thai', 'noto-sans-jp'],
}

/** One file of a family, as its name and the characters that it is said to have. */
export interface Slice {
  readonly file: string
  readonly ranges: ReadonlyArray<readonly [from: number, to: number]>
  readonly isPictures: boolean
}

const rangesByName = v.record(v.string(), v.string())
const require = createRequire(import.meta.url)

let slices: ReadonlyMap<Family, readonly Slice[]> | undefined

function slicesOf(family: Family): readonly Slice[] {
  slices ??= new Map(FAMILIES.map(name => [name, readSlices(name)]))
  return slices.get(family) ?? []
}

function readSlices(family: Family): Slice[] {
  const index = require.resolve(`@fontsource-variable/${family}/unicode.json`)
  const named = v.parse(rangesByName, JSON.parse(readFileSync(index, 'utf8')))
  return Object.entries(named).map(([name, ranges]) => ({
    file: path.join(
      path.dirname(index),
      'files',
      `${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`,
    ),
    isPictures: family === 'noto-emoji',
    ranges: ranges.split(',').map(range => {
      const [from = '', to = from] = range.trim().replace('U+', '').split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
    }),
  }))
}

/** The slices that may have a character, in the order in which they are asked for it. */
export function* slicesFor(codePoint: number, lang: Language): Generator<Slice> {
  for (const family of new Set([...FIRST_FAMILIES[lang], ...FAMILIES]))
    for (const slice of slicesOf(family))
      if (slice.ranges.some(([from, to]) => from <= codePoint && codePoint <= to)) yield slice
}

const read = new Map<Slice, ReadonlySet<number>>()

/**
 * The characters that a slice really has. The ranges of a package are those of its family on the web, where a browser goes on to the next
 * file: the Japanese one, for instance, claims Cyrillic letters that none of its files has.
 */
export function charactersOf(slice: Slice): ReadonlySet<number> {
  const known = read.get(slice)
  if (known !== undefined) return known
  const font = fontkit.create(readFileSync(slice.file))
  const characters = new Set('characterSet' in font ? font.characterSet : [])
  read.set(slice, characters)
  return characters
}
