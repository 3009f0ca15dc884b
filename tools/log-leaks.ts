import { passesLuhn } from '@kippu/simulators/core/test-cards'

/** As long as a card number, with the blanks and dashes people put between; nothing before or after joins it to more. */
const LONG_NUMBER = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w.-])/g
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** The time at which a line of a log was written, in ms: 13 digits, of which every tenth passes for a card's. */
const OWN_TIME = /"time":\d{13}(?=[,}])/
/** What tells two spellings of the same words apart. */
const BETWEEN = /[\s+_-]/g

/**
 * What no log may hold (S-7.11, S-15.02), found in one line of it: numbers standing alone that could be a card's, mail
 * addresses, and any of the words that were planted (names, phones), however their blanks and dashes are written.
 */
export function leaksIn(line: string, planted: readonly string[]): string[] {
  const text = decode(line.replace(OWN_TIME, ''))
  const numbers = text.match(LONG_NUMBER)?.filter(number => passesLuhn(number.replaceAll(/\D/g, ''))) ?? []
  const addresses = text.match(ADDRESS) ?? []
  const folded = fold(text)
  return [...numbers, ...addresses, ...planted.filter(words => folded.includes(fold(words)))]
}

/**
 * A line of a log without what it must not hold, to be shown to whoever mends it: the line is as it was, `[leak]` stands
 * in the place of every value that holds a leak.
 */
export function withoutLeaks(line: string, planted: readonly string[]): string {
  const shape = shapeOf(line, value => leaksIn(String(value), planted).length > 0)
  // What no value holds alone, a key does, or several values together.
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

/** As words stand in addresses and forms: `%40` is an @. What is no such thing stays. */
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
