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

/** The fields of a card in our own page, in their order. What is in them goes to the provider's script and nowhere else. */
export const CARD_FIELDS = ['number', 'expiry', 'code', 'name'] as const
export type CardFieldName = (typeof CARD_FIELDS)[number]

/** A card as the providers' scripts take it. */
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

/** How the provider wants the name on the card. */
export type NameRule = 'letters' | 'first_and_last'

/** The usual shape of what was typed or filled in: full-width digits are folded, and no digit is ever lost. */
export function shapeOf(field: CardFieldName, typed: string): string {
  switch (field) {
    case 'number':
      return numberShape(digitsOf(typed))
    case 'expiry':
      return expiryShape(typed)
    case 'code':
      return digitsOf(typed)
    case 'name':
      return typed
  }
}

/** `4111 1111 1111 1111`, and `3782 822463 10005` for American Express; what is too much stays at the end. */
function numberShape(digits: string): string {
  const lengths = /^3[47]/.test(digits) ? [4, 6] : [4, 4, 4]
  const parts = lengths.map((length, i) => {
    const start = lengths.slice(0, i).reduce((sum, before) => sum + before, 0)
    return digits.slice(start, start + length)
  })
  const rest = digits.slice(lengths.reduce((sum, length) => sum + length, 0))
  return [...parts, rest].filter(part => part !== '').join(' ')
}

/** `05 / 30` or `05 / 2030`; also from `2030-05`, as browsers keep it. A lone 2 to 9 can only be a month. */
function expiryShape(typed: string): string {
  const yearFirst = /^\s*(20\d\d)\D+(\d\d?)\s*$/.exec(foldWidth(typed))
  const digits = yearFirst === null ? digitsOf(typed) : `${yearFirst[2]?.padStart(2, '0')}${yearFirst[1]}`
  const padded = /^([2-9]|1[3-9])/.test(digits) ? `0${digits}` : digits
  const year = padded.slice(2)
  return year === '' ? padded : `${padded.slice(0, 2)} / ${year}`
}

/** Why what stands in a field is refused; null when it stands. @param today in Japan. */
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
      return firstViolation(foldWidth(typed), [required(), expired(today)])
    case 'code':
      return firstViolation(digitsOf(typed), [required(), code => (isCode(code) ? null : WRONG.code)])
    case 'name':
      return firstViolation(nameOf(typed), [
        required(),
        nameRule === 'letters' ? cardName() : cardNameContainingHalfWidthSpaces(),
      ])
  }
}

/** What the provider says is wrong, in our words. */
export const WRONG = {
  number: { key: 'payment_card_number_invalid' },
  expiry: { key: 'common_validate_expired' },
  code: { key: 'payment_card_code_invalid' },
  name: { key: 'customer_name_validate' },
} as const satisfies Record<CardFieldName, Violation>

/** The card from fields that stand. */
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
