import type { Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'
import { FIRST_HEADINGS } from '@kippu/texts/headings'
import { TEXTS } from '@kippu/texts/texts'
import subsetFont from 'subset-font'

/** A document carries it: each kilobyte takes a slow line 5 ms. */
export const MOST_FIRST_BYTES = 6_000

/**
 * The part of a face that the document of the first page carries: the letters of the house's name and line, and of the headings below them
 * where all of these are small enough together.
 */
export async function firstFaceOf(face: Buffer, site: Site, language: Language): Promise<Buffer> {
  const names = site.name[language] + site.tagline[language]
  const headings = FIRST_HEADINGS.map(key => TEXTS[key][language]).join('')
  const whole = await lettersOf(face, names + headings)
  return whole.byteLength <= MOST_FIRST_BYTES ? whole : lettersOf(face, names)
}

function lettersOf(face: Buffer, words: string): Promise<Buffer> {
  const letters = Array.from(new Set(words)).join('')
  return subsetFont(face, letters, { targetFormat: 'woff2', noHinting: true, noLayoutClosure: true })
}
