// The types of the package lie beside this file; other projects that read it have to find them too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./subset-font.d.ts" />
import { readFile } from 'node:fs/promises'

import type { Language } from '@kippu/domain/language'
import subsetFont from 'subset-font'

import type { Slice } from './faces.ts'
import { runsOf } from './runs.ts'
import { type Cell } from './sheet.ts'

/** A font of a document: the characters of a slice that the document needs, in one weight. */
export interface EmbeddedFont {
  readonly name: string
  readonly bytes: Buffer
}

/** The features that position marks and join letters; all others would bring glyphs along that no text asks for. */
const KEPT_FEATURES = ['ccmp', 'locl', 'mark', 'mkmk', 'kern']

const WEIGHTS = { regular: 400, bold: 700 } as const

export function fontName(slice: Slice, isBold: boolean): string {
  return `${slice.file} ${isBold ? WEIGHTS.bold : WEIGHTS.regular}`
}

/**
 * The fonts of all texts of a document, one for each slice and weight in use. The packages have variable fonts, which no PDF embeds:
 * HarfBuzz makes plain ones of them with the characters asked for.
 * @throws for a text with a character that has no face: `hasFaces` tells before.
 */
export async function embedFonts(
  texts: ReadonlyArray<Pick<Cell, 'text' | 'isBold'>>,
  lang: Language,
): Promise<EmbeddedFont[]> {
  const uses = new Map<string, { slice: Slice; isBold: boolean; characters: Set<string> }>()
  for (const { text, isBold = false } of texts) {
    const runs = runsOf(text, lang)
    if (runs === null) throw new Error('a text of the document has a character without a face')
    for (const run of runs) {
      const name = fontName(run.slice, isBold)
      const use = uses.get(name) ?? { slice: run.slice, isBold, characters: new Set() }
      uses.set(name, use)
      for (const character of run.text) use.characters.add(character)
    }
  }
  const fonts: EmbeddedFont[] = []
  for (const [name, { slice, isBold, characters }] of uses)
    fonts.push({
      name,
      bytes: await subsetFont(await readFile(slice.file), [...characters].join(''), {
        targetFormat: 'truetype',
        variationAxes: { wght: isBold ? WEIGHTS.bold : WEIGHTS.regular },
        keepFeatures: KEPT_FEATURES,
      }),
    })
  return fonts
}

/** Whether every character of these texts has a face. */
export function hasFaces(texts: ReadonlyArray<Pick<Cell, 'text'>>, lang: Language): boolean {
  return texts.every(({ text }) => runsOf(text, lang) !== null)
}
