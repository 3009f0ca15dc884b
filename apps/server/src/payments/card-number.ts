/** Whether a value holds what may be a card number, however deep: 13–19 digits that pass the Luhn check (S-7.11). */
export function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return (value.match(DIGIT_RUNS) ?? []).some(isCardNumber)
  if (typeof value === 'number') return isCardNumber(String(value))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => holdsCardNumber(key) || holdsCardNumber(inner))
}

/**
 * Digits as people write them, in groups parted by blanks or hyphens. Those between letters are a part of an opaque token:
 * a card number never stands so, and one token in some hundred would pass for one.
 */
const DIGIT_RUNS = /(?<![A-Za-z0-9])\d(?:[ -]?\d){12,}(?![A-Za-z0-9])/g

function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, '')
  return /^\d{13,19}$/.test(digits) && passesLuhn(digits)
}

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .map((digit, place) => (place % 2 === 0 ? digit : digit * 2))
    .reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0)
  return sum % 10 === 0
}
