import { foldTyped } from './form/normalise.ts'

/** Characters of a number, and random bytes that it is made of. */
export const RESERVATION_NUMBER_LENGTH = 10
/** Without I, O, 0 and 1, which people mistake for each other. */
export const READABLE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const ALL_BYTES = 256
/** Bytes from here on would favour the first letters and are skipped; with 32 letters there are none. */
const FIRST_BIASED_BYTE = ALL_BYTES - (ALL_BYTES % READABLE_LETTERS.length)

/**
 * A reservation number of 10 characters from random bytes, every character equally likely. The caller supplies the
 * random bytes; fewer than 10 usable ones are a programming error and throw.
 */
export function reservationNumberFrom(bytes: Uint8Array): string {
  const usable = Array.from(bytes)
    .filter(byte => byte < FIRST_BIASED_BYTE)
    .slice(0, RESERVATION_NUMBER_LENGTH)
  if (usable.length < RESERVATION_NUMBER_LENGTH)
    throw new RangeError(`a reservation number needs ${RESERVATION_NUMBER_LENGTH} random bytes`)
  return usable.map(byte => READABLE_LETTERS.charAt(byte % READABLE_LETTERS.length)).join('')
}

/**
 * A number as people type it or paste it (full width, lower case, in groups, with marks that nobody sees, in a sentence)
 * in the form in which it is stored.
 */
export function normaliseReservationNumber(input: string): string {
  return readableCodeIn(input, RESERVATION_NUMBER_LENGTH) ?? compact(input)
}

/**
 * The code of so many readable letters in a text that was typed or copied, with whatever stands around it; undefined
 * where there is none, or more than one.
 */
export function readableCodeIn(text: string, length: number): string | undefined {
  const isCode = (part: string): boolean =>
    part.length === length && Array.from(part).every(c => READABLE_LETTERS.includes(c))
  const lettersOf = (part: string): string => part.replaceAll(/[^A-Z\d]/g, '')
  const typed = foldTyped(text).toUpperCase()
  const whole = lettersOf(typed)
  if (isCode(whole)) return whole
  const codes = [...new Set(typed.split(/[^A-Z\d-]+/).map(lettersOf))].filter(isCode)
  // Where another one has digits, a word of so many letters is not the code.
  const likely = codes.length > 1 ? codes.filter(code => /\d/.test(code)) : codes
  return likely.length === 1 ? likely[0] : undefined
}

/** In capitals, without the blanks and hyphens between its groups. */
function compact(input: string): string {
  return foldTyped(input)
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '')
}

/** Why no reservation can have a number: a character that no number has, or too many or too few of them. */
export type NumberFault = 'empty' | 'mistakable' | 'form'

/** The fault of a number whichever way it is typed; null for one that a reservation may have. */
export function faultOfReservationNumber(input: string): NumberFault | null {
  const number = normaliseReservationNumber(input)
  if (number === '') return 'empty'
  if (/[01IO]/.test(number)) return 'mistakable'
  const isWhole = number.length === RESERVATION_NUMBER_LENGTH
  return isWhole && Array.from(number).every(c => READABLE_LETTERS.includes(c)) ? null : 'form'
}
