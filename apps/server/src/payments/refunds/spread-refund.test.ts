import { sumOf } from '@kippu/domain/sum'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { spreadRefund } from './spread-refund.ts'

const of = (...left: readonly number[]) => left.map((yen, index) => ({ attempt: index, left: yen }))

test('the first payment gives what it has, the next what is missing', () => {
  expect(spreadRefund(500, of(300, 900))).toEqual([
    { attempt: 0, amount: 300 },
    { attempt: 1, amount: 200 },
  ])
})

test('a payment with nothing left has no part', () => {
  expect(spreadRefund(500, of(0, 900))).toEqual([{ attempt: 1, amount: 500 }])
})

test('nothing is spread over nobody, and too little is refused', () => {
  expect(spreadRefund(0, of(10))).toEqual([])
  expect(spreadRefund(11, of(4, 6))).toBeUndefined()
})

test('the parts are the amount, and no payment gives more than it has left', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9_000), { minLength: 1, maxLength: 6 }), fc.nat(100), (left, percent) => {
      const amount = Math.floor((sumOf(left) * percent) / 100)
      const parts = spreadRefund(amount, of(...left)) ?? []
      expect(sumOf(parts.map(part => part.amount))).toBe(amount)
      for (const part of parts) expect(part.amount).toBeLessThanOrEqual(left[part.attempt] ?? 0)
      expect(spreadRefund(sumOf(left) + 1, of(...left))).toBeUndefined()
    }),
  )
})
