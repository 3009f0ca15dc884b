import { passesLuhn } from '@kippu/simulators/test-cards'

/** Runs of digits as long as a card number, with the blanks and dashes people put between them; nothing joins them to more. */
const LONG_NUMBERS = /(?<![\w.])\d(?:[ -]?\d){12,18}(?![\w.])/g
/** The same inside of anything, such as a longer text without blanks. */
const RUNS = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g
/** How Visa, Mastercard, American Express and JCB number their cards; points in time begin otherwise. */
const OF_A_BRAND = /^(?:4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7]|35)\d{14}|3[47]\d{13})$/

/** Card numbers that stand anywhere in a text: the check digit is right, and they begin as a brand's do. */
export function cardNumbersIn(text: string): string[] {
  return digitsOf(text, RUNS).filter(number => passesLuhn(number) && OF_A_BRAND.test(number))
}

/** Numbers that stand alone in a text and might be a card's by their check digit, whosever. */
export function checkedNumbersIn(text: string): string[] {
  return digitsOf(text, LONG_NUMBERS).filter(passesLuhn)
}

function digitsOf(text: string, pattern: RegExp): string[] {
  return text.match(pattern)?.map(number => number.replaceAll(/\D/g, '')) ?? []
}
