import { bcp47Of, type Language } from '@kippu/domain/language'

/** The signs that must not begin a line: closing marks, small kana, and marks of length and repetition. */
const NO_START =
  /^[\p{Pe}\p{Pf}\p{Po}\p{Mn}\p{Sk}\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30fc\u309d\u309e\u30fd\u30fe\u3005\u301c\uff5e%\uff05\u5186]/u
/** The signs that must not end one. */
const NO_END = /[\p{Ps}\p{Pi}\uffe5\u00a5$\uff04#]$/u

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * A text as lines of at most a width. Breaks stand between words as the language has them, also where it writes no blanks between
 * them; inside a word only where it is wider than a line.
 */
export function breakLines(text: string, lang: Language, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of partsOf(text, lang)) {
    if (fits((line + part).trimEnd())) line += part
    else {
      if (line.trim() !== '') lines.push(line.trimEnd())
      line = part.trimStart()
      while (!fits(line.trimEnd())) {
        const head = longestHead(line, fits)
        lines.push(head)
        line = line.slice(head.length)
      }
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

/** Words with the marks that belong to them. */
function partsOf(text: string, lang: Language): string[] {
  const parts: string[] = []
  const words = new Intl.Segmenter(bcp47Of(lang), { granularity: 'word' })
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1)
    if (last !== undefined && (NO_START.test(segment) || NO_END.test(last)))
      parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
}

/** At least one character, so that a line comes to an end whatever its width. */
function longestHead(text: string, fits: (line: string) => boolean): string {
  let head = ''
  for (const { segment } of graphemes.segment(text)) {
    if (head !== '' && !fits(head + segment)) return head
    head += segment
  }
  return head
}
