import { expect, test } from 'vitest'

import { BOOKING_TYPES } from '../states/ticket.ts'
import { type Admission, entryWordsOf, usualEntryPolicy } from './entry-words.ts'

test('S-9.01, D-80: a pass admits as often as its visitors come, a day and a time once, unless somebody says otherwise', () => {
  expect(BOOKING_TYPES.map(usualEntryPolicy)).toEqual(['any', 'once', 'once'])
})

test.each([
  ['time', 'once', null, []],
  ['date', 'once', null, []],
  ['period', 'once', null, ['entry_once']],
  ['date', 'once', 30, ['entry_back']],
  ['period', 'daily', null, ['entry_daily']],
  ['period', 'daily', 30, ['entry_daily', 'entry_back']],
  ['period', 'any', 30, ['entry_any']],
  ['period', 'once', 30, ['entry_once', 'entry_back']],
  ['date', 'any', null, ['entry_any']],
  ['time', 'any', null, []],
  ['time', 'once', 30, ['entry_back']],
] as const satisfies ReadonlyArray<
  readonly [Admission['sale_type'], Admission['entry_policy'], number | null, readonly string[]]
>)('a %s that admits %s, and again within %s minutes, says %j', (saleType, policy, minutes, keys) => {
  const said = entryWordsOf({ sale_type: saleType, entry_policy: policy, reentry_minutes: minutes })
  expect(said.map(({ key }) => key)).toEqual(keys)
})
