import { passesLuhn } from '@kippu/simulators/core/test-cards'

/** Runs of digits as long as a card number, with the blanks and dashes people put between them. */
const LONG_NUMBERS = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g
/** The first digits of Visa, Mastercard, American Express and JCB cards; timestamps begin with other digits. */
const OF_A_BRAND = /^(?:4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7]|35)\d{14}|3[47]\d{13})$/

/** Card numbers anywhere in a text: the check digit is right, and they begin like those of a brand. */
export function cardNumbersIn(text: string): string[] {
  const numbers = text.match(LONG_NUMBERS)?.map(number => number.replaceAll(/\D/g, '')) ?? []
  return numbers.filter(number => passesLuhn(number) && OF_A_BRAND.test(number))
}
