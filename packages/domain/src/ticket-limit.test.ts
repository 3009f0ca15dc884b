import { expect, test } from 'vitest'
import { DEFAULT_MAX_TICKET, maxTicketOf } from './ticket-limit.ts'

test('ten tickets when the site sets nothing (R-9.06, R-9.08)', () => {
  expect(DEFAULT_MAX_TICKET).toBe(10)
})

test.each([
  [undefined, 10],
  ['', 10],
  ['abc', 10],
  ['0', 10],
  ['-3', 10],
  ['4.5', 10],
  ['Infinity', 10],
  ['4', 4],
  ['12', 12],
])('Max_Ticket %j allows %i (R-9.07, D-01)', (setting, max) => {
  expect(maxTicketOf(setting)).toBe(max)
})
