import type { Language } from '@kippu/domain/language'

import { charactersOf, slicesFor, type Slice } from './faces.ts'

/** Text that one slice of a face writes. */
export interface Run {
  readonly slice: Slice
  readonly text: string
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The text as runs of faces; null where a character is in none of them, which nothing may print as a box or leave out. */
export function runsOf(text: string, lang: Language): readonly Run[] | null {
  const runs: Array<{ slice: Slice; text: string }> = []
  for (const { segment } of clusters.segment(text)) {
    for (const part of partsOf(segment)) {
      const last = runs.at(-1)
      if (last !== undefined && isBlank(part) && !last.slice.isPictures && hasAll(last.slice, part))
        last.text += part
      else {
        const slice = sliceFor(part, lang)
        if (slice === undefined) return null
        if (last?.slice === slice) last.text += part
        else runs.push({ slice, text: part })
      }
    }
  }
  return runs
}

/** Marks without a form of their own: choosers of a variant, joiners, and marks of direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const SKIN_TONE = /[\u{1F3FB}-\u{1F3FF}]/gu

/**
 * The drawn form of a cluster: letters with their marks together, composed where Unicode has a composed letter; the
 * pictures of a joined emoji one by one, in one colour. A cluster without marks stays as it was typed: composing would
 * change U+FA19 into U+795E.
 */
function partsOf(cluster: string): readonly string[] {
  const visible = cluster.replaceAll(INVISIBLE, '')
  if (/\p{Extended_Pictographic}/u.test(visible)) {
    const pictures = Array.from(visible.replaceAll(SKIN_TONE, ''))
    return pictures.length === 0 ? [visible] : pictures
  }
  if (visible === '') return []
  const composed = /\p{M}|[\u1100-\u11ff]/u.test(visible) ? visible.normalize('NFC') : visible
  return [composed.replaceAll(THAI_AM_AFTER_TONE, '\u0e4d$1\u0e32')]
}

/**
 * Thai AM after a tone mark: its ring stands below the mark, at the consonant. A shaper for Thai puts it there; that of the PDF library
 * does not, so the letter is given in its two halves.
 */
const THAI_AM_AFTER_TONE = /([\u0e48-\u0e4b]+)\u0e33/g

/** Blanks look alike in the faces of letters; the one of the pictures is as wide as a picture. */
function isBlank(part: string): boolean {
  return part === ' ' || part === '\u00a0'
}

/** The first slice for what begins with a character, by the character and the language; undefined for none. */
const found = new Map<string, Slice | undefined>()

function sliceFor(part: string, lang: Language): Slice | undefined {
  const key = `${lang} ${part}`
  if (found.has(key)) return found.get(key)
  const slice = firstOf(slicesFor(part.codePointAt(0) ?? 0, lang), one => hasAll(one, part))
  if (found.size >= MOST_KNOWN) found.clear()
  found.set(key, slice)
  return slice
}

/** A visitor who types ever new characters fills no memory. */
const MOST_KNOWN = 20_000

function hasAll(slice: Slice, part: string): boolean {
  const characters = charactersOf(slice)
  return Array.from(part).every(character => characters.has(character.codePointAt(0) ?? 0))
}

function firstOf<T>(all: Iterable<T>, isRight: (one: T) => boolean): T | undefined {
  for (const one of all) if (isRight(one)) return one
  return undefined
}
