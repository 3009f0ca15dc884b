import { expect, test } from 'vitest'

import { createTokens, hashToken } from '../../platform/tokens.ts'
import { hashOfName, isReference, referenceOf } from './payment-name.ts'

const number = createTokens('x'.repeat(32)).derive('payment', '1')
const reference = referenceOf(hashToken(number))

test('number and reference of a payment lead to the same row, and the reference not to the number', () => {
  expect(reference).toMatch(/^ref_[\w-]{43}$/)
  expect(hashOfName(number)).toEqual(hashToken(number))
  expect(hashOfName(reference)).toEqual(hashToken(number))
  expect(referenceOf(hashToken(number).toString('hex'))).toBe(reference)
  expect([isReference(number), isReference(reference)]).toEqual([false, true])
})

test.each([
  '',
  'ref_',
  'pay_1',
  `ord_${number.slice(4)}`,
  `${reference}x`,
  reference.slice(0, -1),
  `x${reference}`,
])('what names no payment has no hash: %s', name => {
  expect(hashOfName(name)).toBeUndefined()
})
