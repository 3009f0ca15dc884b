import { expect, test } from 'vitest'

import { epochMsOf } from '../jst-date.ts'
import { nextReleaseOf } from './next-release.ts'

const NOON = '2026-12-01T12:00:00+09:00'
const nowMs = epochMsOf('2026-11-25T09:00:00+09:00')

test('the next release is the earliest that is still to come: of the setting or of a product', () => {
  const later = epochMsOf('2026-12-10T10:00:00+09:00')
  const past = epochMsOf('2026-11-01T10:00:00+09:00')
  expect(nextReleaseOf({ setting: NOON, saleStarts: [later, past], nowMs })).toBe(NOON)
  expect(nextReleaseOf({ setting: undefined, saleStarts: [later, past], nowMs })).toBe(
    '2026-12-10T10:00:00+09:00',
  )
})

test.each([undefined, '', 'soon', '2026-12-01', '2026-02-30T10:00:00+09:00', '2026-11-01T12:00:00+09:00'])(
  'nothing is said where nobody knows: %j',
  setting => {
    expect(nextReleaseOf({ setting, saleStarts: [], nowMs })).toBeNull()
  },
)
