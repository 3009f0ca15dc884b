import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createTokens, hashToken, logNameOf, type TokenKind } from './tokens.ts'

const KINDS = [
  'order',
  'mail',
  'reservation',
  'payment',
  'ticket',
  'magazine',
  'return',
] as const satisfies readonly TokenKind[]

const key = fc.string({ minLength: 32, maxLength: 64 })
/** Keys in the order in which they were in use. */
const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 4 })

/** The server that has all of these keys, the last of them as the present one. */
function tokensOf(used: readonly string[]) {
  const [present = '', ...former] = used.toReversed()
  return createTokens(present, former)
}

test('a row keeps the token that it was given, however often the key is changed since', () => {
  fc.assert(
    fc.property(keys, fc.constantFrom(...KINDS), fc.uuid(), fc.nat(), (used, kind, id, drawn) => {
      const generation = drawn % used.length
      const given = tokensOf(used.slice(0, generation + 1)).derive(kind, id)
      const now = tokensOf(used)
      for (const hash of [hashToken(given), hashToken(given).toString('hex')]) {
        expect(now.deriveStored(kind, id, hash)).toBe(given)
        expect(now.positionOf(kind, id, hash)).toBe(used.length - 1 - generation)
      }
    }),
  )
})

test('whatever is new is made with the present key alone', () => {
  fc.assert(
    fc.property(keys, fc.constantFrom(...KINDS), fc.uuid(), (used, kind, id) => {
      expect(tokensOf(used).derive(kind, id)).toBe(createTokens(used.at(-1)!).derive(kind, id))
    }),
  )
})

test('a return address is of the key of its payment number', () => {
  fc.assert(
    fc.property(keys, fc.uuid(), fc.nat(), (used, id, drawn) => {
      const then = tokensOf(used.slice(0, (drawn % used.length) + 1))
      const hash = hashToken(then.derive('payment', id))
      expect(tokensOf(used).deriveReturn(id, hash)).toBe(then.derive('return', id))
    }),
  )
})

test('the code of a mail is six digits of the key of its link, and another one for each mail', () => {
  const codes = new Set<string>()
  fc.assert(
    fc.property(keys, fc.uuid(), fc.nat(), (used, id, drawn) => {
      const then = tokensOf(used.slice(0, (drawn % used.length) + 1))
      const hash = hashToken(then.derive('mail', `${id}.1`))
      const code = then.deriveMailCode(`${id}.1`, hash)
      expect(code).toMatch(/^\d{6}$/)
      expect(tokensOf(used).deriveMailCode(`${id}.1`, hash)).toBe(code)
      codes.add(code)
    }),
  )
  expect(codes.size).toBeGreaterThan(90)
  const tokens = createTokens('k'.repeat(32))
  const digits = Array.from({ length: 10_000 }, (_, index) =>
    tokens.deriveMailCode(`x.${index}`, Buffer.alloc(32)),
  )
  for (const place of [0, 1, 2, 3, 4, 5]) {
    const first = digits.filter(code => code[place] === '0').length
    expect(Math.abs(first - 1_000)).toBeLessThan(150)
  }
})

test('a row of a key that was removed gets a token that opens nothing', () => {
  const [removed, former, present] = ['r', 'f', 'p'].map(letter => letter.repeat(32))
  const hash = hashToken(createTokens(removed!).derive('order', 'x'))
  for (const tokens of [createTokens(present!, [former!]), createTokens(present!)]) {
    expect(hashToken(tokens.deriveStored('order', 'x', hash)).equals(hash)).toBe(false)
    expect(tokens.positionOf('order', 'x', hash)).toBe(-1)
  }
})

test('a line of the log never names an order by what would pass for a card number (S-15.02)', () => {
  expect(logNameOf(createTokens('a key of thirty-two characters!!').derive('order', 'one'))).toMatch(
    /^[\da-f]{12}$/,
  )
})
