import { readFileSync } from 'node:fs'

import * as fontkit from 'fontkit'
import subsetFont from 'subset-font'

import { charactersOf, slicesFor } from '../../tickets/receipts/pdf/faces.ts'

const WEIGHT = 600

/** A line of words as outlines, so that a logo needs no font where it is shown. */
export interface Outlines {
  /** For `d` of a path; the baseline is at 0, the letters are above it. */
  readonly path: string
  readonly width: number
}

/**
 * Draws a name with a Noto face, in letters of this height.
 * @returns undefined when a letter is in none of the faces: a venue then draws its logo itself.
 */
export async function outlinesOf(name: string, size: number): Promise<Outlines | undefined> {
  const parts: string[] = []
  let width = 0
  for (const letter of name) {
    const drawn = await letterOf(letter, size, width)
    if (drawn === undefined) return undefined
    parts.push(drawn.path)
    width += drawn.width
  }
  return { path: parts.join(''), width: Math.ceil(width) }
}

async function letterOf(letter: string, size: number, left: number): Promise<Outlines | undefined> {
  const codePoint = letter.codePointAt(0) ?? 0
  for (const slice of slicesFor(codePoint, 'ja')) {
    if (slice.isPictures || !charactersOf(slice).has(codePoint)) continue
    // The one weight of a variable face that a logo has.
    const face = await subsetFont(readFileSync(slice.file), letter, {
      targetFormat: 'truetype',
      variationAxes: { wght: WEIGHT },
    })
    const font = fontkit.create(face)
    if (!('glyphForCodePoint' in font)) continue
    const glyph = font.glyphForCodePoint(codePoint)
    const scale = size / font.unitsPerEm
    const path = glyph.path.commands
      .map(
        ({ command, args }) =>
          `${LETTERS[command]}${args.map((value, at) => placed(value * scale, at, left)).join(' ')}`,
      )
      .join('')
    return { path, width: glyph.advanceWidth * scale }
  }
  return undefined
}

const LETTERS = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const

/** Coordinates of a font go up, those of a drawing down. */
function placed(value: number, at: number, left: number): string {
  return (at % 2 === 0 ? value + left : -value).toFixed(1).replace(/\.0$/, '')
}
