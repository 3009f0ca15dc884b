import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * An id as providers write them, for example `pi_` and 24 letters. It has no digits, so that no id can be taken for a
 * card number.
 */
export function randomId(prefix: string): string {
  return `${prefix}_${Array.from({ length: 24 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')}`
}
