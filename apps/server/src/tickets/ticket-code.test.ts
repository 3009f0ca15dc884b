import { expect, test } from 'vitest'

import { createTokens, hashToken } from '../platform/tokens.ts'
import { newTicketCode, ticketCode } from './ticket-code.ts'

const tokens = createTokens('a secret of thirty-two letters or more')
const ticket = { reservationId: 'r1', number: 1, uid: '0c6f5f4e-9f2b-4a0e-8d1a-6f6c0f5b7a11', codeVersion: 0 }

test('each raised version has another code, and none of them the one before', () => {
  const codes = [0, 1, 2, 3].map(codeVersion => newTicketCode(tokens, { ...ticket, codeVersion }))
  expect(new Set(codes).size).toBe(4)
})

test('from version 1 on the code follows the ticket, whatever reservation and number it has', () => {
  const elsewhere = { ...ticket, reservationId: 'r2', number: 7, codeVersion: 1 }
  expect(newTicketCode(tokens, elsewhere)).toBe(newTicketCode(tokens, { ...ticket, codeVersion: 1 }))
})

test('version 0 is made of the reservation and the number of the ticket', () => {
  expect(newTicketCode(tokens, ticket)).toBe(tokens.derive('ticket', 'r1/1'))
})

test('a ticket keeps the code that the gate knows, whatever key is the present one (S-8.06)', () => {
  const [sold, between, now] = ['first', 'second', 'third'].map(
    name => `the ${name} key of three, long enough`,
  )
  const code = newTicketCode(createTokens(sold!), ticket)
  const changed = createTokens(now!, [between!, sold!])
  expect(newTicketCode(changed, ticket)).not.toBe(code)
  expect(ticketCode(changed, ticket, hashToken(code))).toBe(code)
})
