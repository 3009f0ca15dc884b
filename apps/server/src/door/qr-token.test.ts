import { addDays, epochMsOf, jstDateOf } from '@kippu/domain/jst-date'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createTokens } from '../platform/tokens.ts'
import { issueQrToken, readQrToken } from './qr-token.ts'

const KEY = 'k'.repeat(32)
const NOON = epochMsOf('2026-07-01T12:00:00+09:00')
const deps = { tokens: createTokens(KEY), env: { spotQrSeconds: 1800 } }
const issued = (nowMs = NOON) => issueQrToken(deps, { siteKey: 'demo', productId: 7, nowMs })

const anyProduct = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const anyMoment = fc.integer({ min: NOON, max: NOON + 20 * 365 * 86_400_000 })

test('a code opens its product until its time is over, for any number of buyers (S-12.01, S-12.02)', () => {
  fc.assert(
    fc.property(anyProduct, anyMoment, (productId, nowMs) => {
      const { token, expiresAt } = issueQrToken(deps, { siteKey: 'demo', productId, nowMs })
      expect(token).toMatch(/^spq_[\w-]{35}$/)
      for (const at of [nowMs, nowMs, expiresAt - 1])
        expect(readQrToken(deps, 'demo', token, at)).toEqual({ productId, expiresAt })
      expect(readQrToken(deps, 'demo', token, expiresAt)).toBeUndefined()
    }),
  )
})

test('a code is of one day in Japan (S-12.01)', () => {
  fc.assert(
    fc.property(anyMoment, nowMs => {
      const { expiresAt } = issued(nowMs)
      const midnight = epochMsOf(`${addDays(jstDateOf(nowMs), 1)}T00:00:00+09:00`)
      expect(expiresAt).toBe(Math.min(Math.floor(nowMs / 1000) * 1000 + 1_800_000, midnight))
    }),
  )
})

test('a code opens nothing at another site', () => {
  expect(readQrToken(deps, 'mori', issued().token, NOON)).toBeUndefined()
})

test('no letter of a code can be changed (S-12.02, S-12.03)', () => {
  const { token } = issued()
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (let place = 4; place < token.length - 1; place += 1) {
    const other = LETTERS[(LETTERS.indexOf(token[place] ?? '') + 1) % 64]
    const changed = token.slice(0, place) + other + token.slice(place + 1)
    expect(readQrToken(deps, 'demo', changed, NOON)).toBeUndefined()
  }
})

test.for(['', 'spq_', 'ord_0123456789012345678901234', `spq_${'A'.repeat(34)}`, `spq_${'é'.repeat(35)}`])(
  'what is not a code opens nothing: %s',
  text => {
    expect(readQrToken(deps, 'demo', text, NOON)).toBeUndefined()
  },
)

test('a code of before a change of the key goes on working; one of a stranger never does', () => {
  const { token, expiresAt } = issued()
  const changed = { ...deps, tokens: createTokens('n'.repeat(32), [KEY]) }
  expect(readQrToken(changed, 'demo', token, NOON)).toEqual({ productId: 7, expiresAt })
  const foreign = { ...deps, tokens: createTokens('n'.repeat(32)) }
  expect(readQrToken(foreign, 'demo', token, NOON)).toBeUndefined()
})
