import { expect, test } from 'vitest'

import { buyerOf } from '../orders/buyers/buyer.ts'
import { buyerAddress, buyerName } from './send-letter.ts'

const answered = (key: string, value: string) => ({ buyer: buyerOf([{ key, value }]) })

test('S-6.08: a name or an address with line breaks adds no header to a mail', () => {
  expect(buyerName(answered('fullname', 'Taro\r\nBcc: thief@example.com'))).not.toMatch(/[\r\n]/)
  expect(buyerAddress(answered('email', 'taro@example.com\r\nBcc: thief@example.com'))).not.toMatch(/[\r\n]/)
})

test('an unanswered field is empty', () => {
  const nobody = { buyer: buyerOf([]) }
  expect([buyerName(nobody), buyerAddress(nobody)]).toEqual(['', ''])
})
