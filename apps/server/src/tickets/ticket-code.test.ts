import { expect, test } from 'vitest'

import { createTokens } from '../tokens.ts'
import { ticketCode } from './ticket-code.ts'

const tokens = createTokens('a secret of thirty-two letters or more')
const ticket = { reservationId: 'r1', number: 1, uid: '0c6f5f4e-9f2b-4a0e-8d1a-6f6c0f5b7a11', codeVersion: 0 }

test('each raised version has another code, and none of them the one before', () => {
  const codes = [0, 1, 2, 3].map(codeVersion => ticketCode(tokens, { ...ticket, codeVersion }))
  expect(new Set(codes).size).toBe(4)
})

test('from version 1 on the code follows the ticket, whatever reservation and number it has', () => {
  const elsewhere = { ...ticket, reservationId: 'r2', number: 7, codeVersion: 1 }
  expect(ticketCode(tokens, elsewhere)).toBe(ticketCode(tokens, { ...ticket, codeVersion: 1 }))
})

test('version 0 is the code that a program of the release before makes', () => {
  expect(ticketCode(tokens, ticket)).toBe(tokens.derive('ticket', 'r1/1'))
})

test('a ticket without a uid of its own has no code but that of version 0', () => {
  expect(() => ticketCode(tokens, { ...ticket, uid: null, codeVersion: 1 })).toThrow('has no uid')
  expect(ticketCode(tokens, { ...ticket, uid: null })).toBe(ticketCode(tokens, ticket))
})
