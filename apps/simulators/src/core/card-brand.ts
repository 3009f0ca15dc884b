/** The brand of a card by the first digits of its number. */
export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'jcb' | 'diners' | 'discover' | 'unknown'

export function cardBrandOf(number: string): CardBrand {
  if (number.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  if (number.startsWith('35')) return 'jcb'
  if (/^3[068]/.test(number)) return 'diners'
  return /^(6011|65)/.test(number) ? 'discover' : 'unknown'
}
