import * as v from 'valibot'

import { testCardNumber } from '../core/test-cards.ts'

const encrypted = v.object({
  encryptedCardNumber: v.string(),
  encryptedExpiryMonth: v.string(),
  encryptedExpiryYear: v.string(),
  encryptedSecurityCode: v.string(),
  brand: v.string(),
})

/**
 * Does for tests what the card fields do in a browser: gives a card to the simulator.
 * @param url the simulators' origin
 * @param last4 the last four digits of a test card
 * @returns `state.data.paymentMethod`, as adyen-web gives it to the store's page
 */
export async function encryptTestCard(
  url: string,
  last4: string,
): Promise<{ readonly type: 'scheme' } & v.InferOutput<typeof encrypted>> {
  const response = await fetch(`${url}/adyen/cards`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ number: testCardNumber(last4), month: '12', year: '30', code: '123' }),
  })
  return { type: 'scheme', ...v.parse(encrypted, await response.json()) }
}
