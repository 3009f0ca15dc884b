import { NAMES_OF_NOBODY, TITLES } from '@kippu/texts/naming'

/** In scripts without blanks between words, whose names are short and stand beside other letters. */
const CLOSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const LEAST_LENGTH = 4
const LEAST_LENGTH_CLOSE = 2

/**
 * The word, in lower case, by which a text is known to be about the person who gave this name; none where thousands
 * give the same.
 */
export function namingWord(given: string): string[] {
  const word = given.normalize('NFKC').toLowerCase().trim().replace(TITLES, '').trim()
  const letters = word.replaceAll(/\s+/g, '')
  const least = CLOSE.test(letters) ? LEAST_LENGTH_CLOSE : LEAST_LENGTH
  const isLong = Array.from(letters).length >= least && /[\p{L}\p{N}]/u.test(letters)
  return isLong && !NAMES_OF_NOBODY.has(letters) ? [word] : []
}

/** Latin letters, in lower case, and digits. */
const LATIN = 'a-z0-9\\u00df-\\u024f'

/** Finds the word whatever blanks are in it; one of letters with blanks between words is not found within another word. */
export function patternOf(word: string): string {
  const isClose = CLOSE.test(word)
  const parts = isClose ? Array.from(word.replaceAll(/\s+/g, '')) : word.split(/\s+/)
  const pattern = parts.map(escaped).join('\\s*')
  return isClose ? pattern : `(?:^|[^${LATIN}])${pattern}(?:$|[^${LATIN}])`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')
}
