/** Columns of a plain mail; a Japanese, Chinese or Korean letter takes two. */
const WIDEST = 78

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3ffff}]/u
const ASCII = /^[\x20-\x7e]*$/
/** Marks above and below a letter, as Thai vowels are. */
const ZERO = /[\p{Mn}\p{Me}\p{Cf}]/u
/** A line neither begins with one of the first nor ends with one of the second. */
const CLOSING =
  /^[\p{Pe}\p{Pf}\u3001\u3002\uff0c\uff0e,.!?\uff01\uff1f\uff1a\uff1b:;\u30fb\u30fc\u301c\uff5e%\uff05\u0e46\u0e2f]/u
const OPENING = /[\p{Ps}\p{Pi}\u00a5\uffe5]$/u

/** One for all: words are found by their script, in whatever language it is asked, and to make one costs more than a mail. */
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' })

/** Breaks the lines of a text that are wider than a plain mail shows, between words; an address of the web is never broken. */
export function wrapText(text: string, widest = WIDEST): string {
  return text
    .split('\n')
    .map(line => (widthOf(line) <= widest ? line : wrapOnce(line, widest)))
    .join('\n')
}

/** Most long lines are sentences of the store, the same in each mail. */
const wrapped = new Map<string, string>()
const MOST_WRAPPED = 2_000

function wrapOnce(line: string, widest: number): string {
  const key = `${widest} ${line}`
  const known = wrapped.get(key)
  if (known !== undefined) return known
  if (wrapped.size === MOST_WRAPPED) wrapped.clear()
  const lines = wrapLine(line, widest)
  wrapped.set(key, lines)
  return lines
}

/** In columns. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const character of text) width += WIDTHS.get(character) ?? measure(character)
  return width
}

/** The characters that were seen. */
const WIDTHS = new Map<string, number>()

function measure(character: string): number {
  const width = ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  WIDTHS.set(character, width)
  return width
}

function wrapLine(line: string, widest: number): string {
  const lines: string[] = []
  let current = ''
  let width = 0
  for (const word of wordsOf(line)) {
    const isFull = current.trim() !== '' && width + widthOf(word.trimEnd()) > widest
    if (isFull) lines.push(current.trimEnd())
    current = isFull ? word.trimStart() : current + word
    width = isFull ? widthOf(current) : width + widthOf(word)
  }
  return [...lines, current.trimEnd()].join('\n')
}

/** Pieces between which a line may break. */
function wordsOf(line: string): string[] {
  const pieces = ASCII.test(line)
    ? line.split(/(\s+)/)
    : Array.from(SEGMENTER.segment(line), ({ segment }) => segment)
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
