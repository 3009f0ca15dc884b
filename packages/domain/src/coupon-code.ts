/** Marks that control the direction of text, and blanks without width: they come along when a code is copied. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u061c\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g
/** Hyphens, dashes and the minus sign: text copied from print has them in place of the hyphen. */
const DASHES = /[\u2010-\u2015\u2212]/g

/**
 * A coupon code as typed or pasted, in the form in which codes are stored and compared: NFKC, so that full-width
 * letters equal the half-width ones, with one kind of hyphen and without outer blanks. Upper and lower case stay
 * different.
 */
export function normaliseCouponCode(typed: string): string {
  return typed.replace(INVISIBLE, '').normalize('NFKC').replace(DASHES, '-').trim()
}
