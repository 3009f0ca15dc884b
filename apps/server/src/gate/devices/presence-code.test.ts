import { describe, expect, test } from 'vitest'

import { createTokens } from '../../platform/tokens.ts'
import { isPresenceCode, presenceCodeAt } from './presence-code.ts'

const deps = { tokens: createTokens('a secret key of thirty-two characters') }
const MINUTE = 60_000
const NOW = 29_000_000 * MINUTE + 12_345

describe('S-9.08: the code that a house shows', () => {
  test('has six digits, changes every minute, and says when', () => {
    const codes = Array.from({ length: 500 }, (_, n) => presenceCodeAt(deps, 'demo', NOW + n * MINUTE))
    for (const { digits } of codes) expect(digits).toMatch(/^\d{6}$/)
    expect(new Set(codes.map(({ digits }) => digits)).size).toBeGreaterThan(495)
    expect(codes[0]?.endsAt).toBe(29_000_001 * MINUTE)
    expect(presenceCodeAt(deps, 'demo', 29_000_001 * MINUTE - 1)).toEqual(codes[0])
    expect(presenceCodeAt(deps, 'demo', 29_000_001 * MINUTE)).toEqual(codes[1])
  })

  test('is accepted in its minute and the next one, and at no other time', () => {
    const { digits } = presenceCodeAt(deps, 'demo', NOW)
    const accepted = [-2, -1, 0, 1, 2, 3].filter(minutes =>
      isPresenceCode(deps, 'demo', digits, NOW + minutes * MINUTE),
    )
    expect(accepted).toEqual([0, 1])
  })

  test('is typed in any width and in groups', () => {
    const { digits } = presenceCodeAt(deps, 'demo', NOW)
    const wide = digits.replaceAll(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit)))
    for (const typed of [
      wide,
      ` ${digits.slice(0, 3)} ${digits.slice(3)} `,
      `${wide.slice(0, 3)}\u3000${wide.slice(3)}`,
    ])
      expect(isPresenceCode(deps, 'demo', typed, NOW)).toBe(true)
    for (const typed of ['', digits.slice(1), `${digits}0`, 'x'.repeat(6)])
      expect(isPresenceCode(deps, 'demo', typed, NOW)).toBe(false)
  })

  test('is that of one house and one deployment', () => {
    const { digits } = presenceCodeAt(deps, 'demo', NOW)
    const other = { tokens: createTokens('another key of thirty-two characters') }
    expect(presenceCodeAt(deps, 'mori', NOW).digits).not.toBe(digits)
    expect(isPresenceCode(deps, 'mori', digits, NOW)).toBe(false)
    expect(isPresenceCode(other, 'demo', digits, NOW)).toBe(false)
  })
})
