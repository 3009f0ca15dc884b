import { READABLE_LETTERS } from './reservation-number.ts'

/** Letters of a short code, each of five bits. */
const LENGTH = 8
const HALF = LENGTH / 2
const BITS_PER_LETTER = 5
const BYTES = (LENGTH * BITS_PER_LETTER) / 8

/**
 * The code of a ticket as people read it out: the first 40 bits of the stored hash of its code, so that it needs no
 * storage, changes with the code, and is a range of the index of those hashes. It says nothing of the code itself.
 * @param codeHash hexadecimal; fewer than 40 bits are a programming error and throw.
 */
export function shortCodeOf(codeHash: string): string {
  const start = codeHash.slice(0, BYTES * 2)
  if (!/^[\da-f]{10}$/.test(start)) throw new RangeError(`not a hash: ${codeHash}`)
  const bits = Array.from(start, digit => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
  return Array.from({ length: LENGTH }, (_, i) => {
    const letter = Number.parseInt(bits.slice(i * BITS_PER_LETTER, (i + 1) * BITS_PER_LETTER), 2)
    return READABLE_LETTERS.charAt(letter)
  }).join('')
}

/** In two groups, as it is shown and read out: `ABCD-EFGH`. */
export function shortCodeInGroups(shortCode: string): string {
  return `${shortCode.slice(0, HALF)}-${shortCode.slice(HALF)}`
}

/** The start of the hashes that a short code stands for, in hexadecimal; null where no ticket can have one. */
export function hashStartOf(shortCode: string): string | null {
  const values = Array.from(shortCode, letter => READABLE_LETTERS.indexOf(letter))
  if (values.length !== LENGTH || values.includes(-1)) return null
  const bits = values.map(value => value.toString(2).padStart(BITS_PER_LETTER, '0')).join('')
  return Array.from({ length: BYTES * 2 }, (_, i) =>
    Number.parseInt(bits.slice(i * 4, i * 4 + 4), 2).toString(16),
  ).join('')
}
