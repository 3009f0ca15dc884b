import * as v from 'valibot'

import { cardBrandOf } from '../core/card-brand.ts'
import { passesLuhn } from '../core/test-cards.ts'
import { randomLetters } from './psp-reference.ts'
import type { Card } from './records.ts'

const typed = v.object({
  number: v.string(),
  month: v.pipe(v.string(), v.regex(/^(0[1-9]|1[0-2])$/)),
  year: v.pipe(v.string(), v.regex(/^\d{2}$/)),
  code: v.pipe(v.string(), v.regex(/^\d{3,4}$/)),
})

/** The part of a card that the store's page gets: four opaque texts and the brand, under adyen-web's names. */
export interface EncryptedCard {
  readonly encryptedCardNumber: string
  readonly encryptedExpiryMonth: string
  readonly encryptedExpiryYear: string
  readonly encryptedSecurityCode: string
  readonly brand: string
}

/**
 * Takes a card as typed into the hosted fields. The number is checked here and kept nowhere. The texts that replace it
 * hold no digits that could pass for a card number.
 * @returns undefined when the input is not a card.
 */
export function encryptCard(
  input: unknown,
): { readonly card: Card; readonly encrypted: EncryptedCard } | undefined {
  const read = v.safeParse(typed, input)
  if (!read.success || !passesLuhn(read.output.number)) return undefined
  const { number } = read.output
  const blob = opaque()
  const brand = brandOf(number)
  return {
    card: { blob, brand, last4: number.slice(-4) },
    encrypted: {
      encryptedCardNumber: blob,
      encryptedExpiryMonth: opaque(),
      encryptedExpiryYear: opaque(),
      encryptedSecurityCode: opaque(),
      brand,
    },
  }
}

function opaque(): string {
  return `adyenjs_${randomLetters(96)}==`
}

/** Adyen's names of the brands. */
function brandOf(number: string): string {
  const brand = cardBrandOf(number)
  return brand === 'mastercard' ? 'mc' : brand
}
