import type { PaymentMethod } from '@kippu/contract/payment-method'
import { FIELDS_TEXTS } from '@kippu/simulators/core/card-fields/fields-texts'
import { testCardNumber } from '@kippu/simulators/core/test-cards'

import type { Visitor } from './visitor.ts'

/** Where the digits of a card are typed: a frame of the provider's, or fields of our page that its script reads. */
const FIELDS = {
  stripe: 'frame',
  stripe_secure: 'frame',
  adyen_credit: 'frame',
  gmo: 'page',
  gmo_3ds: 'page',
  softbank_credit: 'page',
  softbank_3ds: 'page',
} as const satisfies Partial<Record<PaymentMethod, 'frame' | 'page'>>

export type CardMethod = keyof typeof FIELDS

/** First and last name, which is what the strictest provider asks for. */
const CARD_NAME = 'KIPPU TARO'
const EXPIRY = '12 / 40'
const CODE = '123'

/** Types a test card, known by its last four digits, where the method has its fields. */
export async function typeCard(
  visitor: Visitor,
  { method, last4 }: { readonly method: CardMethod; readonly last4: string },
): Promise<void> {
  await visitor.field('payment_card_name').fill(CARD_NAME)
  if (FIELDS[method] === 'frame') await typeInFrame(visitor, testCardNumber(last4))
  else await typeInPage(visitor, testCardNumber(last4))
}

/** The simulated providers use the same words in their frames. */
async function typeInFrame({ page, lang }: Visitor, number: string): Promise<void> {
  const words = FIELDS_TEXTS[lang] ?? FIELDS_TEXTS['en']
  const fields = page.frameLocator('iframe')
  await fields.getByLabel(words?.number ?? '', { exact: true }).fill(number)
  await fields.getByLabel(words?.expiry ?? '', { exact: true }).fill(EXPIRY)
  await fields.getByLabel(words?.cvc ?? '', { exact: true }).fill(CODE)
}

async function typeInPage(visitor: Visitor, number: string): Promise<void> {
  // Key by key: every digit is a chance for it to go astray.
  await visitor.field('payment_card_number').pressSequentially(number)
  await visitor.field('payment_card_expiry').fill(EXPIRY)
  await visitor.field('payment_card_code').fill(CODE)
}
