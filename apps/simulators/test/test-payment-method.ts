import * as v from 'valibot'

import { testCardNumber } from '../src/core/test-cards.ts'

/**
 * Does what the card fields do in a browser: gives a card to the simulator.
 * @param url the simulators' origin
 * @param last4 the last four digits of a test card
 * @returns the payment method's id, `pm_…`
 */
export async function createTestPaymentMethod(url: string, last4: string): Promise<string> {
  const response = await fetch(`${url}/v1/payment_methods`, {
    method: 'POST',
    headers: { origin: url, authorization: 'Bearer pk_test_simulated' },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': testCardNumber(last4),
      'card[exp_month]': '12',
      'card[exp_year]': String(new Date().getUTCFullYear() + 1),
      'card[cvc]': '123',
    }),
  })
  return v.parse(v.object({ id: v.string() }), await response.json()).id
}
