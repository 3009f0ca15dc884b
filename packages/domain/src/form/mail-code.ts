import { foldTyped } from './normalise.ts'

/** Digits of the code that proves a mail address beside the link. */
export const MAIL_CODE_DIGITS = 6

/** How many wrong codes may be typed of one mail; then its link, or a new mail, proves the address. */
export const MOST_WRONG_MAIL_CODES = 5

const MAIL_CODE = new RegExp(`^\\d{${MAIL_CODE_DIGITS}}$`)

/**
 * A code of six digits as people type it or paste it (full width, in groups, with marks that nobody sees, in a sentence
 * without other such digits), in the form in which it is compared.
 */
export function normaliseMailCode(input: string): string {
  const folded = foldTyped(input)
  const whole = folded.replaceAll(/[\s-]+/g, '')
  const [only, ...others] = folded.split(/\D+/).filter(isMailCode)
  return !isMailCode(whole) && only !== undefined && others.length === 0 ? only : whole
}

/** Whether a code that was normalised can be one at all. */
export function isMailCode(code: string): boolean {
  return MAIL_CODE.test(code)
}
