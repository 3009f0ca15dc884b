import { expect, test } from 'vitest'

import { readCardAnswer } from './load-stripe.ts'

test("of a card the provider's name, its brand and four digits are kept, and nothing else", () => {
  const answer = {
    paymentMethod: {
      id: 'pm_1',
      object: 'payment_method',
      card: { brand: 'visa', last4: '1112', exp_year: 2030 },
    },
  }
  expect(readCardAnswer(answer)).toEqual({
    kind: 'card',
    card: { paymentMethod: 'pm_1', brand: 'visa', last4: '1112' },
  })
})

test('a refusal carries the words of the provider', () => {
  expect(readCardAnswer({ error: { type: 'validation_error', message: 'too short' } })).toEqual({
    kind: 'refused',
    message: 'too short',
  })
})

test.each([
  undefined,
  {},
  { paymentMethod: { id: 'pm_1', card: { brand: 'visa', last4: '4000000000001112' } } },
])('what is no answer of the provider is no card: %j', answer =>
  expect(readCardAnswer(answer)).toEqual({ kind: 'refused', message: undefined }),
)
