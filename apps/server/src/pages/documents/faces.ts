import type { Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'
import { FIRST_HEADINGS, HEADINGS } from '@kippu/texts/headings'
import * as fontkit from 'fontkit'

import type { Artwork } from './artwork.ts'

/** The page that a document shows before its code has come: the first one, that of a store that opens soon, or none. */
export type FirstFace = 'order' | 'soon' | 'none'

interface FaceQuestion {
  readonly artwork: ReadonlyMap<string, Artwork>
  readonly site: Site
  readonly lang: Language
  readonly first: FirstFace
  /** The site's words in this language. */
  readonly texts: ReadonlyMap<string, string>
}

/** Below the name and the line, where the face of the document lacks a letter of one: all of them are in the device's font. */
const PLAIN_HEADINGS = 'h2.face{font-family:var(--font);font-weight:600;letter-spacing:-.01em}'

/**
 * The display face of a house, as CSS. The letters of the first page stand in the document, so that its words have their face when they are
 * first drawn. All others are `HousePages`, which is asked for when the page is there, and shown where it came before the first title
 * (`index.html`). A face that lacks a letter of what it has to write is not offered for it: no heading is written in two.
 */
export function faceRules({ artwork, site, lang, first, texts }: FaceQuestion): string {
  const fileOf = (name: string): string => `/sites/${site.key}/${name}-${lang}.woff2`
  const wordsOf = (keys: readonly string[]): string => keys.map(key => texts.get(key) ?? '').join('')
  const early = artwork.get(fileOf('first'))
  const whole = artwork.get(fileOf('face'))
  const names = site.name[lang] + site.tagline[lang]
  const rules: string[] = []
  if (first !== 'none' && early !== undefined && hasLetters(early, names)) {
    const address = `data:font/woff2;base64,${early.body.toString('base64')}`
    rules.push(`@font-face{font-family:House;src:url(${address})}`)
    if (first === 'order' && !hasLetters(early, wordsOf(FIRST_HEADINGS))) rules.push(PLAIN_HEADINGS)
  } else if (first === 'order') rules.push(PLAIN_HEADINGS)
  if (first !== 'soon' && whole !== undefined && hasLetters(whole, wordsOf(HEADINGS)))
    rules.push(`@font-face{font-family:HousePages;src:url(${fileOf('face')})}`)
  return rules.join('')
}

const known = new WeakMap<Artwork, ReadonlySet<number>>()

function hasLetters(face: Artwork, words: string): boolean {
  const letters = known.get(face) ?? lettersOf(face)
  known.set(face, letters)
  return Array.from(words).every(
    letter => /[\s\p{Cf}]/u.test(letter) || letters.has(letter.codePointAt(0) ?? 0),
  )
}

/** Nothing can be read of a file that is not a face: it has no letters. */
function lettersOf({ body }: Artwork): ReadonlySet<number> {
  try {
    const face = fontkit.create(body)
    return new Set('characterSet' in face ? face.characterSet : [])
  } catch {
    return new Set()
  }
}
