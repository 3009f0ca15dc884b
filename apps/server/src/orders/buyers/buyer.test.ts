import { expect, test } from 'vitest'

import { buyerColumns, buyerOf, hasTicked, normaliseAddress } from './buyer.ts'

const ANSWERS = [
  { key: 'email', value: 'Hana.Sato@Example.com' },
  { key: 'fullname', value: '𠮷田 花' },
  { key: 'mail_magazine', value: 'true' },
]

test('the answers are read as they were typed', () => {
  expect(buyerOf(ANSWERS)).toEqual({ answers: ANSWERS, email: 'Hana.Sato@Example.com', name: '𠮷田 花' })
  expect(buyerOf([])).toEqual({ answers: [], email: undefined, name: '' })
})

test('a box counts as ticked only when the answer says so', () => {
  expect(hasTicked(buyerOf(ANSWERS), 'mail_magazine')).toBe(true)
  expect(hasTicked(buyerOf([{ key: 'mail_magazine', value: 'false' }]), 'mail_magazine')).toBe(false)
  expect(hasTicked(buyerOf([]), 'mail_magazine')).toBe(false)
})

test('an order is found by its address however the letters were typed', () => {
  expect(buyerColumns(ANSWERS).email).toBe(normaliseAddress('HANA.SATO@example.COM'))
  expect(buyerColumns([]).email).toBeNull()
})

test('what no version of ours has written is an error, not an empty buyer', () => {
  expect(() => buyerOf({ email: 'a@b.example' })).toThrow('Expected Array')
})
