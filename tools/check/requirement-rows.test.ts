import { expect, test } from 'vitest'

import { ROOT } from '../start/root.ts'
import { citedIds, readRows } from './requirement-rows.ts'

test.each([
  ['(R-4.27)', ['R-4.27']],
  ['S-1.02, D-16 and E-01', ['S-1.02', 'D-16', 'E-01']],
  ['R-4.07–09', ['R-4.07', 'R-4.08', 'R-4.09']],
  ['R-4.09–4.11', ['R-4.09', 'R-4.10', 'R-4.11']],
  ['R-8.17-R-8.19', ['R-8.17', 'R-8.18', 'R-8.19']],
  ['R-8.20, 8.22', ['R-8.20', 'R-8.22']],
  ['D-21–24', ['D-21', 'D-22', 'D-23', 'D-24']],
  ['R-3.98–101', ['R-3.98', 'R-3.99', 'R-3.100', 'R-3.101']],
  ['UTF-8, utf8mb4, R-value', []],
])('%s cites %j', (text, ids) => {
  expect(citedIds(text)).toEqual(ids)
})

test('the page of requirements holds every row once', () => {
  const ids = readRows(ROOT).map(({ id }) => id)
  const sections = ['R', 'S', 'E', 'D'].map(kind => ids.filter(id => id.startsWith(kind)).length)
  expect(sections).toEqual([570, 157, 34, 83])
  expect(new Set(ids).size).toBe(ids.length)
})
