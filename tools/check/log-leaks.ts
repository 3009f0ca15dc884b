import { passesLuhn } from '@kippu/simulators/core/test-cards'

/**
 * As long as a card number, with the blanks and dashes people put between the digits, and with no digit or letter
 * directly before or after.
 */
const LONG_NUMBER = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w.-])/g
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/**
 * The time at which a line of a log was written, in ms: 13 digits, one in ten of which would pass for a card number.
 */
const OWN_TIME = /"time":\d{13}(?=[,}])/
/** Characters in which two spellings of the same words may differ. */
const BETWEEN = /[\s+_-]/g

/**
 * The leaks in one line of a log: standalone numbers that could be a card's, mail addresses, and any of the planted
 * words (names, phones), with any blanks and dashes.
 */
export function leaksIn(line: string, planted: readonly string[]): string[] {
  const text = decode(line.replace(OWN_TIME, ''))
  const numbers = text.match(LONG_NUMBER)?.filter(number => passesLuhn(number.replaceAll(/\D/g, ''))) ?? []
  const addresses = text.match(ADDRESS) ?? []
  const folded = fold(text)
  return [...numbers, ...addresses, ...planted.filter(words => folded.includes(fold(words)))]
}

/**
 * A line of a log without its leaks, to show to a developer: the line is unchanged, except that `[leak]` replaces every
 * value with a leak.
 */
export function withoutLeaks(line: string, planted: readonly string[]): string {
  const shape = shapeOf(line, value => leaksIn(String(value), planted).length > 0)
  // No single value has the leak: it is in a key, or in several values together.
  return leaksIn(shape, planted).length > 0 ? '[leak]' : shape
}

function shapeOf(line: string, isLeak: (value: unknown) => boolean): string {
  try {
    return JSON.stringify(JSON.parse(line), (key, value: unknown) =>
      key !== 'time' && typeof value !== 'object' && isLeak(value) ? '[leak]' : value,
    )
  } catch {
    return line
  }
}

/** Decodes words from addresses and forms: `%40` is an @. Anything that is not an encoding stays. */
function decode(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, encoded => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(BETWEEN, '')
}
