import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Random capital letters. There are no digits, so that no text can be taken for a card number. */
export function randomLetters(length: number): string {
  return Array.from({ length }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}

/** Adyen's number of a payment or of an operation on it: 16 characters. */
export function pspReference(): string {
  return randomLetters(16)
}
