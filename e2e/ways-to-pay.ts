import type { PaymentMethod } from '@kippu/contract/payment-method'
import { FIELDS_TEXTS } from '@kippu/simulators/stripe/fields-texts'
import { testCardNumber } from '@kippu/simulators/test-cards'

import type { Visitor } from './visitor.ts'

/** What one way to pay has of its own; everything around it is the same for all. */
export interface WayToPay {
  readonly method: PaymentMethod
  /** Fills what the payment page asks for under the method. */
  readonly fill?: (visitor: Visitor) => Promise<void>
  /** Answers the provider's own pages after the last button, until the browser is sent back. */
  readonly answer?: (visitor: Visitor) => Promise<void>
}

/** A card of Stripe's test book. Whether its bank asks depends on the card: 3220 does. */
export function card(last4: string, method: 'stripe' | 'stripe_secure' = 'stripe_secure'): WayToPay {
  return { method, fill: visitor => fillCard(visitor, last4) }
}

/** A card whose bank asks the visitor, who passes. */
export const cardWithChallenge: WayToPay = {
  ...card('3220'),
  answer: visitor => visitor.passChallenge(),
}

/** Types a card into Stripe's fields. */
export async function fillCard(visitor: Visitor, last4: string): Promise<void> {
  await visitor.field('payment_card_name').fill('KIPPU TARO')
  const words = FIELDS_TEXTS[visitor.lang] ?? FIELDS_TEXTS['en']
  const fields = visitor.page.frameLocator('iframe')
  await fields.getByLabel(words?.number ?? '', { exact: true }).fill(testCardNumber(last4))
  await fields.getByLabel(words?.expiry ?? '', { exact: true }).fill('12 / 40')
  await fields.getByLabel(words?.cvc ?? '', { exact: true }).fill('123')
}
