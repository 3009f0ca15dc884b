import { expect, test } from 'vitest'

import { readRefusal } from './gmo-errors.ts'

test.each([
  // Balance, limit, refused by the issuer.
  ['42G020000', 'declined', true],
  ['42G030000', 'declined', true],
  ['42G550000', 'declined', true],
  ['42G120000', 'declined', true],
  ['42G990000', 'declined', true],
  // Security code, PIN, number, expiry.
  ['42G420000', 'invalid_input', true],
  ['42G440000', 'invalid_input', true],
  ['42G650000', 'invalid_input', true],
  ['42G830000', 'invalid_input', true],
  ['EX1000302', 'invalid_input', true],
  ['E21010001', 'authentication_failed', true],
  ['E21020999', 'authentication_failed', true],
  ['E61010001', 'provider_busy', true],
  ['E92000002', 'provider_busy', true],
  // Amounts that differ, keys that are wrong, contracts that do not fit.
  ['E01060010', 'configuration', false],
  ['M01085011', 'configuration', false],
  ['M01002001', 'configuration', false],
  ['E01190001', 'configuration', false],
  ['E61546010', 'configuration', false],
  // Older than 180 days.
  ['E11010010', 'expired', false],
  ['E11010014', 'expired', false],
  ['ZZZ', 'other', false],
])('%s means %s; the visitor may try again: %s (S-7.08)', (code, errorClass, retryable) => {
  expect(readRefusal([code])).toEqual({
    kind: 'error',
    error: { codes: [code], class: errorClass, retryable },
  })
})

test.each([
  ['42C010000', 'unclear'],
  ['E91099999', 'unclear'],
  ['E11010001', 'ask'],
  ['E11010002', 'ask'],
  ['E11010003', 'ask'],
  ['E90010001', 'ask'],
  ['E01040010', 'duplicate'],
  ['M01004010', 'duplicate'],
  ['M01004002', 'missing'],
])('%s is not a failure but %s', (code, kind) => {
  expect(readRefusal([code])).toEqual({ kind, codes: [code] })
})

test('of several codes the most careful meaning counts', () => {
  expect(readRefusal(['42G020000', '42C010000']).kind).toBe('unclear')
  expect(readRefusal(['E01060001', 'E11010003']).kind).toBe('ask')
  expect(readRefusal(['E01090008', 'E01100008'])).toMatchObject({
    kind: 'error',
    error: { class: 'configuration', codes: ['E01090008', 'E01100008'] },
  })
})
