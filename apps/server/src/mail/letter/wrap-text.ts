import { bcp47Of, type Language } from '@kippu/domain/language'

/** Columns of a plain mail; a Japanese, Chinese or Korean letter takes two. */
const WIDEST = 78

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3ffff}]/u
/** Marks above and below a letter, as Thai vowels are. */
const ZERO = /[\p{Mn}\p{Me}\p{Cf}]/u
/** A line neither begins with one of the first nor ends with one of the second. */
const CLOSING =
  /^[\p{Pe}\p{Pf}\u3001\u3002\uff0c\uff0e,.!?\uff01\uff1f\uff1a\uff1b:;\u30fb\u30fc\u301c\uff5e%\uff05\u0e46\u0e2f]/u
const OPENING = /[\p{Ps}\p{Pi}\u00a5\uffe5]$/u

/** Breaks the lines of a text that are wider than a plain mail shows, between words; an address of the web is never broken. */
export function wrapText(text: string, lang: Language, widest = WIDEST): string {
  return text
    .split('\n')
    .map(line => (widthOf(line) <= widest ? line : wrapLine(line, lang, widest)))
    .join('\n')
}

/** In columns. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

function wrapLine(line: string, lang: Language, widest: number): string {
  const lines: string[] = []
  let current = ''
  for (const word of wordsOf(line, lang)) {
    if (current.trim() !== '' && widthOf(current + word.trimEnd()) > widest) {
      lines.push(current.trimEnd())
      current = word.trimStart()
    } else current += word
  }
  return [...lines, current.trimEnd()].join('\n')
}

/** Pieces between which a line may break. */
function wordsOf(line: string, lang: Language): string[] {
  const segmenter = new Intl.Segmenter(bcp47Of(lang), { granularity: 'word' })
  const pieces = line
    .split(/(\s+)/)
    .flatMap(token =>
      token.includes('://') ? [token] : Array.from(segmenter.segment(token), ({ segment }) => segment),
    )
  const words: string[] = []
  for (const piece of pieces) {
    const last = words.at(-1)
    const isJoined = last !== undefined && !/\s$/.test(last) && (CLOSING.test(piece) || OPENING.test(last))
    // Pieces of a word of Latin letters that the segmenter parts stay together: `e-mail`, `(R123)`, `¥6,400`.
    const isWord = last !== undefined && /[\x21-\x7e]$/.test(last) && /^[\x21-\x7e]/.test(piece)
    if (isJoined || isWord) words[words.length - 1] = last + piece
    else words.push(piece)
  }
  return words
}
