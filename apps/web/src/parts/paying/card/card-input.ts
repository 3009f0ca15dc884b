import { foldWidth } from '@kippu/domain/form/normalise'
import {
  cardName,
  cardNameContainingHalfWidthSpaces,
  expired,
  firstViolation,
  required,
} from '@kippu/domain/form/rules'
import type { Violation } from '@kippu/domain/form/rules'
import type { IsoDate } from '@kippu/domain/jst-date'

/** The card fields in our own page, in their order. Their content goes to the provider's script and nowhere else. */
export const CARD_FIELDS = ['number', 'expiry', 'code', 'name'] as const
export type CardFieldName = (typeof CARD_FIELDS)[number]

/** A card in the form that the providers' scripts accept. */
export interface CardInput {
  /** Digits alone. */
  readonly number: string
  /** Four digits. */
  readonly year: string
  /** Two digits. */
  readonly month: string
  readonly code: string
  readonly name: string
}

/** The name on the card as the provider requires it. */
export type NameRule = 'letters' | 'first_and_last'

/** The usual form of typed or autofilled text: full-width characters become half-width, and no digit is ever lost. */
export function shapeOf(field: CardFieldName, typed: string): string {
  switch (field) {
    case 'number':
      return numberShape(digitsOf(typed))
    case 'expiry':
      return expiryShape(foldWidth(typed))
    case 'code':
      return digitsOf(typed)
    case 'name':
      return nameOf(typed)
  }
}

/**
 * The form that a field takes while the visitor is in it. A name does not change until they leave it, and neither does
 * a date while they delete part of it: the next digit may belong to the month, so no zero may be added.
 */
export function shapeWhileTyped(field: CardFieldName, typed: string, isDeleting: boolean): string {
  if (field === 'name') return typed
  return field === 'expiry' && isDeleting ? typed.replace(/\D+$/, '') : shapeOf(field, typed)
}

/** `4111 1111 1111 1111`, and `3782 822463 10005` for American Express; surplus digits stay at the end. */
function numberShape(digits: string): string {
  const lengths = /^3[47]/.test(digits) ? [4, 6] : [4, 4, 4]
  const parts = lengths.map((length, i) => {
    const start = lengths.slice(0, i).reduce((sum, before) => sum + before, 0)
    return digits.slice(start, start + length)
  })
  const rest = digits.slice(lengths.reduce((sum, length) => sum + length, 0))
  return [...parts, rest].filter(part => part !== '').join(' ')
}

/** Year first, the form in which browsers store a date: `2030-05`. */
const YEAR_FIRST = /^\D*(20\d\d)\D+(\d\d?)\D*$/
/** A separator between the digits ends the month: `1/27` is a January. */
const MONTH_FIRST = /^\D*(\d\d?)\D+(\d*)\D*$/

/**
 * `05 / 30` or `05 / 2030`. Among bare digits, 2 to 9, and 13 to 19 before another digit, can only begin with a
 * one-digit month.
 */
function expiryShape(typed: string): string {
  const [, year, monthOfYear] = YEAR_FIRST.exec(typed) ?? []
  if (year !== undefined) return expiryOf(monthOfYear, year)
  const [, month, yearOfMonth] = MONTH_FIRST.exec(typed) ?? []
  if (month !== undefined) return expiryOf(month, yearOfMonth)
  const digits = digitsOf(typed)
  const padded = /^([2-9]|1[3-9]\d)/.test(digits) ? `0${digits}` : digits
  return padded.length <= 2 ? padded : expiryOf(padded.slice(0, 2), padded.slice(2))
}

/** An impossible month keeps its separator; otherwise the digits of the year would count as its own. */
function expiryOf(month = '', year = ''): string {
  const padded = month.padStart(2, '0')
  return year === '' && isMonth(padded) ? padded : `${padded} / ${year}`
}

function isMonth(digits: string): boolean {
  return /^(0[1-9]|1[0-2])$/.test(digits)
}

/** Why the content of a field is refused; null when it is valid. @param today in Japan. */
export function problemOf(
  field: CardFieldName,
  typed: string,
  { today, nameRule }: { readonly today: IsoDate; readonly nameRule: NameRule },
): Violation | null {
  switch (field) {
    case 'number':
      return firstViolation(digitsOf(typed), [
        required(),
        digits => (isCardNumber(digits) ? null : WRONG.number),
      ])
    case 'expiry':
      return firstViolation(shapeOf(field, typed), [
        required(),
        shaped => (isExpiry(shaped) ? null : { key: 'payment_card_expiry_invalid' }),
        expired(today),
      ])
    case 'code':
      return firstViolation(digitsOf(typed), [required(), code => (isCode(code) ? null : WRONG.code)])
    case 'name':
      return firstViolation(nameOf(typed), [
        required(),
        nameRule === 'letters' ? cardName() : cardNameContainingHalfWidthSpaces(),
      ])
  }
}

/** The provider's refusal, in our words. */
export const WRONG = {
  number: { key: 'payment_card_number_invalid' },
  expiry: { key: 'common_validate_expired' },
  code: { key: 'payment_card_code_invalid' },
  name: { key: 'customer_name_validate' },
} as const satisfies Record<CardFieldName, Violation>

/** The card, from valid fields. */
export function cardInputOf(typed: Readonly<Record<CardFieldName, string>>): CardInput {
  const expiry = digitsOf(shapeOf('expiry', typed.expiry))
  return {
    number: digitsOf(typed.number),
    month: expiry.slice(0, 2),
    year: expiry.length === 6 ? expiry.slice(2) : `20${expiry.slice(2)}`,
    code: digitsOf(typed.code),
    name: nameOf(typed.name),
  }
}

export function digitsOf(typed: string): string {
  return foldWidth(typed).replace(/\D/g, '')
}

function nameOf(typed: string): string {
  return foldWidth(typed).trim()
}

/** A month and a year in two or four digits; whether it has expired is checked elsewhere. */
function isExpiry(shaped: unknown): boolean {
  return typeof shaped === 'string' && /^(0[1-9]|1[0-2]) \/ (\d{2}|\d{4})$/.test(shaped)
}

function isCode(code: unknown): boolean {
  return typeof code === 'string' && /^\d{3,4}$/.test(code)
}

/** 12 to 19 digits whose last one checks the others (Luhn). */
function isCardNumber(digits: unknown): boolean {
  if (typeof digits !== 'string' || !/^\d{12,19}$/.test(digits)) return false
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, place) => (place % 2 === 0 ? Number(digit) : crossSum(Number(digit) * 2)))
    .reduce((total, digit) => total + digit, 0)
  return sum % 10 === 0
}

function crossSum(n: number): number {
  return n > 9 ? n - 9 : n
}
