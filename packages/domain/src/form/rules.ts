import { civilOf } from '../jst-date.ts'
import type { IsoDate } from '../jst-date.ts'
import { graphemeLength, utf8Length } from './normalise.ts'

/** Why a value is refused: a text key and the values of its placeholders. */
export interface Violation {
  readonly key: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** Judges one answer; null means it is valid. All rules except `required` let a blank answer pass. */
export type Rule = (value: unknown) => Violation | null

/** Null, undefined, '' or only white space, the full-width space included. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

/** The first violation in the order of the rules, or null. */
export function firstViolation(value: unknown, rules: readonly Rule[]): Violation | null {
  for (const rule of rules) {
    const violation = rule(value)
    if (violation !== null) return violation
  }
  return null
}

/** The answer `noSend` is not blank. */
export function required(): Rule {
  return value => (isBlank(value) ? { key: 'common_validate_required' } : null)
}

/** At most `n` Unicode code points. */
export function max(n: number): Rule {
  return textRule({ key: 'common_validate_max', params: { length: n } }, text => codePoints(text) <= n)
}

/** Maximum number of bytes for each character of a line: an emoji of a family has 18, a Thai syllable 9. */
export const BYTES_OF_A_CHARACTER = 10

/**
 * At most `n` characters as a reader counts them, and ten bytes for each of them. The second limit stops a long run of
 * combining marks, which is a single character.
 */
export function maxLine(n: number): Rule {
  return textRule(
    { key: 'common_validate_max', params: { length: n } },
    text =>
      text.length <= n * BYTES_OF_A_CHARACTER &&
      utf8Length(text) <= n * BYTES_OF_A_CHARACTER &&
      graphemeLength(text) <= n,
  )
}

/** At least `n` Unicode code points. */
export function min(n: number): Rule {
  return textRule({ key: 'common_validate_min', params: { length: n } }, text => codePoints(text) >= n)
}

/** ASCII digits only. */
export function numeric(): Rule {
  return textRule({ key: 'common_validate_num' }, text => /^\d+$/.test(text))
}

/** 1 to 30 Latin letters or spaces. */
export function cardName(): Rule {
  return textRule({ key: 'customer_name_validate' }, text => /^[A-Za-z ]{1,30}$/.test(text))
}

/** Two parts of Latin letters with exactly one space between them, 30 characters at most. */
export function cardNameContainingHalfWidthSpaces(): Rule {
  return textRule(
    { key: 'customer_name_containing_half_width_spaces_validate' },
    text => text.length <= 30 && /^[A-Za-z]+ [A-Za-z]+$/.test(text),
  )
}

/** A card's expiry `MM/YY` or `MM/YYYY`, not earlier than the month of `today` in Japan. */
export function expired(today: IsoDate): Rule {
  const now = civilOf(today)
  return textRule({ key: 'common_validate_expired' }, text => {
    const match = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text)
    if (match === null) return false
    const month = Number(match[1])
    const year = match[2]?.length === 2 ? 2000 + Number(match[2]) : Number(match[2])
    return month >= 1 && month <= 12 && year * 12 + month >= now.year * 12 + now.month
  })
}

const MAIL_PATTERN =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

/** The WHATWG form with a dot in the domain, at most 254 characters, at most 64 before the @. */
export function email(): Rule {
  return textRule({ key: 'mail_validate_invalid' }, text => text.length <= 254 && MAIL_PATTERN.test(text))
}

/** 9 to 12 digits, or groups of 2–5, 1–4 and 3–4 digits with hyphens. */
export function phone(): Rule {
  return textRule({ key: 'common_validate_phone' }, text => /^(\d{9,12}|\d{2,5}-\d{1,4}-\d{3,4})$/.test(text))
}

/**
 * Equal to the other e-mail address, letter for letter, except for outer blanks. The requirement spells the key this
 * way.
 */
export function sameEmail(other: string): Rule {
  return textRule({ key: 'mail_validate_defferent' }, text => text.trim() === other.trim())
}

/** ASCII letters and digits. */
export function alphaNum(): Rule {
  return textRule({ key: 'common_validate_alpha_num' }, text => /^[A-Za-z0-9]+$/.test(text))
}

/** One of the offered values; any other counts as nothing chosen. */
export function oneOf(values: readonly string[]): Rule {
  return textRule({ key: 'common_validate_required' }, text => values.includes(text))
}

function codePoints(text: string): number {
  return Array.from(text).length
}

/** A blank passes; a value that is neither text, number nor boolean cannot be an answer and fails. */
function textRule(violation: Violation, stands: (text: string) => boolean): Rule {
  return value => {
    if (isBlank(value)) return null
    const isAnswer = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isAnswer && stands(String(value)) ? null : violation
  }
}
