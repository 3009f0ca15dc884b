import { beforeEach, expect, test, vi } from 'vitest'

import { findOwnPayment, forgetOwnPayment, rememberOwnPayment } from './own-payments.ts'
import { openSession, resetAll } from './session.ts'

const HOUR_MS = 3_600_000

beforeEach(async () => {
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  await openSession('demo')
})

test('a payment is found by its reference in every tab of this browser, and by nothing else', () => {
  rememberOwnPayment({ reference: 'ref_1', number: 'pay_1', md: 'md_1' })
  rememberOwnPayment({ reference: 'ref_2', number: 'pay_2' })
  expect(findOwnPayment('ref_1')).toMatchObject({ number: 'pay_1', md: 'md_1' })
  expect(findOwnPayment('ref_2')).toMatchObject({ number: 'pay_2' })
  expect(findOwnPayment('pay_1')).toBeUndefined()
})

test('a later answer without the MD of the bank leaves it known', () => {
  rememberOwnPayment({ reference: 'ref_1', number: 'pay_1', md: 'md_1' })
  rememberOwnPayment({ reference: 'ref_1', number: 'pay_1' })
  expect(findOwnPayment('ref_1')?.md).toBe('md_1')
})

test('once its tickets were shown a payment is forgotten, and no other one', () => {
  rememberOwnPayment({ reference: 'ref_1', number: 'pay_1' })
  rememberOwnPayment({ reference: 'ref_2', number: 'pay_2' })
  forgetOwnPayment('pay_1')
  expect([findOwnPayment('ref_1'), findOwnPayment('ref_2')?.number]).toEqual([undefined, 'pay_2'])
  forgetOwnPayment('pay_2')
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([])
})

test('a tab that began a payment knows it even when another tab has shown its tickets', () => {
  rememberOwnPayment({ reference: 'ref_1', number: 'pay_1' })
  localStorage.clear()
  expect(findOwnPayment('ref_1')?.number).toBe('pay_1')
})

test('another site of the same origin does not know it (D-52)', async () => {
  rememberOwnPayment({ reference: 'ref_1', number: 'pay_1' })
  await openSession('mori')
  expect(findOwnPayment('ref_1')).toBeUndefined()
})

test('it is forgotten after three hours, with everything else, and as the oldest of twenty', () => {
  vi.useFakeTimers()
  rememberOwnPayment({ reference: 'ref_1', number: 'pay_1' })
  vi.advanceTimersByTime(3 * HOUR_MS - 1)
  expect(findOwnPayment('ref_1')).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(findOwnPayment('ref_1')).toBeUndefined()
  for (let number = 1; number <= 21; number += 1)
    rememberOwnPayment({ reference: `ref_${number}`, number: `pay_${number}` })
  expect([findOwnPayment('ref_1'), findOwnPayment('ref_2')?.number]).toEqual([undefined, 'pay_2'])
  resetAll()
  expect(findOwnPayment('ref_2')).toBeUndefined()
})

test.each(['', 'no JSON', '{}', '[null, 1, {"reference":"ref_1","number":1,"begunAt":0}]'])(
  'what does not fit is not a payment: %s',
  stored => {
    localStorage.setItem('demo:ownPayments', stored)
    expect(findOwnPayment('ref_1')).toBeUndefined()
    rememberOwnPayment({ reference: 'ref_1', number: 'pay_1' })
    expect(findOwnPayment('ref_1')?.number).toBe('pay_1')
  },
)
