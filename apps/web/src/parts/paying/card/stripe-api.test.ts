// @vitest-environment node
import { expect, test } from 'vitest'

import { readStripeAnswer } from './stripe-api.ts'

test("only the provider's name, the brand and four digits of a card are kept", () => {
  const answer = {
    paymentMethod: {
      id: 'pm_1',
      object: 'payment_method',
      card: { brand: 'visa', last4: '1112', exp_year: 2030 },
    },
  }
  expect(readStripeAnswer(answer)).toEqual({
    kind: 'card',
    id: 'pm_1',
    card: { brand: 'visa', last4: '1112' },
  })
})

test('a refusal carries the words of the provider', () => {
  expect(readStripeAnswer({ error: { type: 'validation_error', message: 'too short' } })).toEqual({
    kind: 'refused',
    message: 'too short',
  })
})

test.each([
  undefined,
  {},
  { paymentMethod: { id: 'pm_1', card: { brand: 'visa', last4: '4000000000001112' } } },
])('a value that is not an answer of the provider gives no card: %j', answer =>
  expect(readStripeAnswer(answer)).toEqual({ kind: 'refused', message: undefined }),
)
