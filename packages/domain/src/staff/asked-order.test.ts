import { expect, test } from 'vitest'

import { readAskedOrder } from './asked-order.ts'

test.each([
  ['ＡＢＣＤＥ－２３４５６', { number: 'ABCDE23456' }],
  ['Hana@Example.com', { email: 'Hana@Example.com' }],
  ['０９０－１２３４－５６７８', { phone: '9012345678' }],
  ['+81 90 1234 5678', { phone: '9012345678' }],
  ['5678', { phone: '5678' }],
  ['567', { phone: null, name: null }],
  ['佐藤', { name: '佐藤', phone: null, reference: null }],
  ['𠮷田', { name: '𠮷田' }],
  [
    'https://tickets.example/tickets/#/id/rsvABCDEFGHIJKLMNOPQRSTUVWX',
    { token: 'rsvABCDEFGHIJKLMNOPQRSTUVWX' },
  ],
  ['https://tickets.example/', { token: null, name: null, email: null }],
  ['pi_3Nabc-123', { reference: 'pi_3Nabc-123' }],
  ['550E8400-E29B-41D4-A716-446655440000', { id: '550e8400-e29b-41d4-a716-446655440000' }],
  ['0123456789ab', { logged: '0123456789ab' }],
  ['550e8400e29b41d4', { logged: null }],
  [' ', { number: null, name: null, phone: null }],
])('%j is read by its shape', (typed, read) => {
  expect(readAskedOrder(typed)).toMatchObject(read)
})
