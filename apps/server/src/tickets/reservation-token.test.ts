import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { createTokens, hashToken } from '../platform/tokens.ts'
import { newReservationToken, reservationToken } from './reservation-token.ts'

const KEY = 'a key of thirty-two characters or more'
const tokens = createTokens(KEY)
const id = randomUUID()

const tokenOf = (tokenGeneration: number) => newReservationToken(tokens, { id, tokenGeneration })

test('the first token of a reservation is made of its id alone, as programs of before made it', () => {
  expect(tokenOf(0)).toBe(tokens.derive('reservation', id))
})

test('R-7.35: every generation has a token of its own, which opens no other one', () => {
  expect(tokenOf(1)).toBe(tokens.derive('reservation', `${id}.1`))
  expect(new Set([0, 1, 2, 10].map(tokenOf)).size).toBe(4)
})

test.each([0, 3])(
  'the token of generation %d is found again by its hash, with a newer key too',
  generation => {
    const token = tokenOf(generation)
    const later = createTokens('another key of thirty-two characters', [KEY])
    const origin = { id, tokenGeneration: generation, tokenHash: hashToken(token) }
    expect(reservationToken(tokens, origin)).toBe(token)
    expect(reservationToken(later, origin)).toBe(token)
    expect(reservationToken(later, { ...origin, tokenHash: hashToken(token).toString('hex') })).toBe(token)
  },
)
