import { expect, test } from 'vitest'

import { readStripeAnswer } from './stripe-api.ts'

test("of a card the provider's name, its brand and four digits are kept, and nothing else", () => {
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
])('what is no answer of the provider is no card: %j', answer =>
  expect(readStripeAnswer(answer)).toEqual({ kind: 'refused', message: undefined }),
)
