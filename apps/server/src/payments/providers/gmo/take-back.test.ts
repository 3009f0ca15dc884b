import { expect, test } from 'vitest'

import { jobsFor } from './take-back.ts'

test.each([
  ['20261121235959', '2026-11-21', ['VOID', 'RETURN', 'RETURNX']],
  ['20261121000000', '2026-11-22', ['RETURN', 'RETURNX', 'VOID']],
  ['20261130235959', '2026-12-01', ['RETURNX', 'VOID', 'RETURN']],
  ['20251121000000', '2026-11-21', ['RETURNX', 'VOID', 'RETURN']],
  ['', '2026-11-21', ['VOID', 'RETURN', 'RETURNX']],
])('a trade of %s is reversed on %s by %j, in this order', (processed, today, jobs) => {
  expect(jobsFor(processed, today)).toEqual(jobs)
})
