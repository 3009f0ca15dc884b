import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id as providers write them, `pi_` and 24 letters. No digits, so that no id can ever be taken for a card number. */
export function randomId(prefix: string): string {
  return `${prefix}_${Array.from({ length: 24 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')}`
}
