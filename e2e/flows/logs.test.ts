import { expect, test } from '@playwright/test'

import { leaksIn } from '../../tools/check/log-leaks.ts'
import { PLANTED } from '../planted.ts'
import { loggedLines } from '../stack-logs.ts'

/** The last story checks the logs that all the others left behind, written at the most detailed level. */
test('no log contains the number of a card, nor the name, the address or the phone of a buyer (S-7.11, S-15.02)', () => {
  const lines = loggedLines()
  expect(
    lines.some(line => line.includes('"route":"/api/v1/')),
    'requests were logged',
  ).toBe(true)
  const leaks = lines.filter(line => leaksIn(line, PLANTED).length > 0)
  expect(leaks).toEqual([])
})
