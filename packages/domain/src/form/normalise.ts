const FULL_WIDTH_ASCII = /[！-～]/g
const FULL_WIDTH_SHIFT = 0xfee0
const IDEOGRAPHIC_SPACE = /\u3000/g
/** Long vowel marks, dashes, minus signs and lines that keyboards and prints have in place of the hyphen of a number. */
const DASH =
  '[\\u02d7\\u2010-\\u2015\\u2043\\u207b\\u208b\\u2212\\u2500\\u2501\\u30a0\\u30fc\\ufe58\\ufe63\\uff70]'
const ANY_DASH = new RegExp(DASH, 'g')
/** Without lookbehind, which old versions of Safari lack. */
const DASH_IN_NUMBER = new RegExp(`(\\d)${DASH}(?=\\d)`, 'g')
/** The full stops of Japanese keyboards. */
const IDEOGRAPHIC_STOP = /[\u3002\uff61]/g
/**
 * Marks that control the direction of text, blanks without width, the hyphen that shows at the end of a line alone, and
 * the control characters that a scanner may send around a code.
 */
const INVISIBLE = /(?!\s)\p{Cc}|[\u00ad\u180e\u200b-\u200f\u061c\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu

/**
 * Full-width letters, digits, signs and space in half width; between digits every kind of dash becomes `-`. Kana, kanji
 * and everything else stay as they are: this is not NFKC.
 */
export function foldWidth(s: string): string {
  return s
    .replace(FULL_WIDTH_ASCII, c => String.fromCharCode(c.charCodeAt(0) - FULL_WIDTH_SHIFT))
    .replace(IDEOGRAPHIC_SPACE, ' ')
    .replace(DASH_IN_NUMBER, '$1-')
}

/** Without marks that nobody sees: what is pasted often has some. */
export function removeInvisible(s: string): string {
  return s.replace(INVISIBLE, '')
}

/** Every kind of dash as a hyphen, wherever it stands. */
export function foldDashes(s: string): string {
  return s.replace(ANY_DASH, '-')
}

/** A code or a number as keyboards write it, in half width, with hyphens alone and nothing that nobody sees. */
export function foldTyped(s: string): string {
  return foldDashes(foldWidth(removeInvisible(s))).trim()
}

/** Digits of the longest number that three groups hold, as the rule allows them. */
const LONGEST_PHONE = /^(\d{5})(\d{4})(\d{4})$/

/**
 * A phone number in the form that its rule reads. Every kind of dash becomes a hyphen; a label before it goes. Blanks,
 * brackets and dots become hyphens where that gives three groups, and are removed elsewhere. `+81` becomes the leading
 * 0; the `+` of another country is removed, and so is `00`, which is dialled in its place. Thirteen digits become three
 * groups. Other digits and hyphens alone stay as typed, and so does text that is not a number: the rule judges it.
 */
export function normalisePhone(s: string): string {
  const folded = foldTyped(s)
  const number = folded.replace(/^[^\d+(]*/, '')
  if (!/^\+?[\d\s().-]+$/.test(number)) return folded
  const national = number
    .replace(/^\+?(?:00[\s.-]*(?=[1-9]))?/, abroad => abroad && '+')
    .replace(/^\+81[\s.-]*(\(0\)|0)?/, '0')
    .replace(/^\+/, '')
  const grouped = national.replace(/[\s().-]+/g, '-').replace(/^-|-$/g, '')
  const digits = grouped.replaceAll('-', '')
  if (digits.startsWith('00')) return folded
  if (/^\d{2,5}-\d{1,4}-\d{3,4}$/.test(grouped)) return grouped
  if (LONGEST_PHONE.test(digits)) return digits.replace(LONGEST_PHONE, '$1-$2-$3')
  return /^[\d-]*$/.test(number) && national === number ? number : digits
}

/**
 * An e-mail address in half width without outer blanks. Invisible marks stay, so that the rule refuses them. The form
 * shows the result to the visitor: an address is never changed silently.
 */
export function normaliseEmail(s: string): string {
  return foldWidth(trimSeen(s)).replace(IDEOGRAPHIC_STOP, '.')
}

/** As `trim`, which takes away an invisible mark too. */
function trimSeen(s: string): string {
  const isBlank = (at: number): boolean => s[at] !== '\ufeff' && s[at]?.trim() === ''
  let [from, to] = [0, s.length]
  while (isBlank(from)) from += 1
  while (to > from && isBlank(to - 1)) to -= 1
  return s.slice(from, to)
}

/**
 * An e-mail address by which somebody wants to be found: unlike one that is stored, without any blanks or marks that
 * nobody sees, because no stored address has any.
 */
export function normaliseAskedEmail(s: string): string {
  return normaliseEmail(removeInvisible(s).replaceAll(/\s+/g, ''))
}

/**
 * A joiner between two pictographs makes one emoji and stays; the second alternative matches the characters to remove.
 */
const NOT_PART_OF_A_LINE =
  /(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?\u200d(?=\p{Extended_Pictographic}))|[\u200b-\u200f\u061c\u2060\ufeff\u202a-\u202e\u2066-\u2069\p{Cc}\p{Cs}]/gu

/**
 * A line of text, above all a name, that can be stored, printed and put into a mail header: line breaks become one
 * space; control characters, lone surrogates, direction marks and blanks without width are removed. Everything else is
 * kept exactly, including rare kanji, half-width kana, variation selectors and outer blanks: we do not normalise names.
 */
export function cleanLine(s: string): string {
  return s.replace(/[\t\r\n\u2028\u2029]+/g, ' ').replace(NOT_PART_OF_A_LINE, '$1')
}

const graphemes = new Intl.Segmenter('ja')

/** Characters as a reader counts them: `𠮷田 太郎` has 5. */
export function graphemeLength(s: string): number {
  return Array.from(graphemes.segment(s)).length
}

/** Bytes in UTF-8: a limit that also stops a long run of combining marks, which is a single grapheme. */
export function utf8Length(s: string): number {
  return Array.from(s).reduce((bytes, c) => bytes + utf8LengthOf(c.codePointAt(0) ?? 0), 0)
}

function utf8LengthOf(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
