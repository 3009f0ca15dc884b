import { isPaidBy } from '@kippu/domain/payment-method'
import type { CARD_WAYS, MethodPaidBy } from '@kippu/domain/payment-method'
import { FIELDS_TEXTS } from '@kippu/simulators/core/card-fields/fields-texts'
import { testCardNumber } from '@kippu/simulators/core/test-cards'

import type { Reader } from './reader.ts'

/** Methods that are paid with the digits of a card. */
export type CardMethod = MethodPaidBy<(typeof CARD_WAYS)[number]>

/** Where the digits of a card are typed: in a frame of the provider's, or in fields of our page that its script reads. */
function typedIn(method: CardMethod): 'frame' | 'page' {
  return isPaidBy(method, ['stripe_card', 'adyen_card']) ? 'frame' : 'page'
}

/** First and last name, as the strictest provider requires. */
const CARD_NAME = 'KIPPU TARO'
const EXPIRY = '12 / 40'
const CODE = '123'

/** Types a test card, known by its last four digits, into the fields of the method. */
export async function typeCard(
  visitor: Reader,
  { method, last4 }: { readonly method: CardMethod; readonly last4: string },
): Promise<void> {
  await visitor.field('payment_card_name').fill(CARD_NAME)
  if (typedIn(method) === 'frame') await typeInFrame(visitor, testCardNumber(last4))
  else await typeInPage(visitor, testCardNumber(last4))
}

/** The simulated providers use the same labels in their frames. */
async function typeInFrame({ page, lang }: Reader, number: string): Promise<void> {
  const words = FIELDS_TEXTS[lang] ?? FIELDS_TEXTS['en']
  const fields = page.frameLocator('iframe')
  await fields.getByLabel(words?.number ?? '', { exact: true }).fill(number)
  await fields.getByLabel(words?.expiry ?? '', { exact: true }).fill(EXPIRY)
  await fields.getByLabel(words?.cvc ?? '', { exact: true }).fill(CODE)
}

async function typeInPage(visitor: Reader, number: string): Promise<void> {
  // Key by key: the component sees every intermediate value, as it does with a visitor.
  await visitor.field('payment_card_number').pressSequentially(number)
  await visitor.field('payment_card_expiry').fill(EXPIRY)
  await visitor.field('payment_card_code').fill(CODE)
}
