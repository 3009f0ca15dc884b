// @vitest-environment node
import type { DayStock } from '@kippu/contract/products'
import { expect, test } from 'vitest'

import { dayStatesOf } from './day-states.ts'
import type { DayStatesQuestion } from './day-states.ts'

const spanOn = (date: string, stock_count: number) => ({
  time_span_id: 1,
  from: `${date}T10:00:00+09:00`,
  to: `${date}T10:30:00+09:00`,
  stock_count,
  remaining_stock: stock_count,
  options: [],
})
const dayOf = (date: string, counts: readonly number[]): DayStock => ({
  date,
  base_price: 3200,
  product_stock_status: 'normal',
  time_spans: counts.map(count => spanOn(date, count)),
})
const days = [dayOf('2026-12-04', [3, 4]), dayOf('2026-12-05', [9]), dayOf('2026-12-06', [])]
const teaOn = (date: string, count: number) => [{ uuid: 'T', time_spans: [spanOn(date, count)] }]

function statesOf(question: Partial<DayStatesQuestion>, setProducts = teaOn('2026-12-05', 1)) {
  const party = { totalTickets: 0, requiredSetProducts: [], timeChangeSetProductStock: undefined, held: null }
  return dayStatesOf({ days, setProducts }, { ...party, ...question })
}

test('a day is sold out for a party that none of its times can hold (R-4.27)', () => {
  expect(statesOf({ totalTickets: 5 })).toEqual({
    '2026-12-04': 'sold-out',
    '2026-12-05': 'normal',
    '2026-12-06': 'close',
  })
  expect(statesOf({ totalTickets: 4 })['2026-12-04']).toBe('normal')
})

test('once a set product is chosen, days without it are sold out (R-4.28, R-4.29)', () => {
  const requiredSetProducts = [{ uuid: 'T', num: 2 }]
  expect(statesOf({ requiredSetProducts })).toMatchObject({
    '2026-12-04': 'sold-out',
    '2026-12-05': 'normal',
  })
})

test('its units count when the setting is the text `false` (R-4.30)', () => {
  const question = { requiredSetProducts: [{ uuid: 'T', num: 2 }], timeChangeSetProductStock: 'false' }
  expect(statesOf(question)['2026-12-05']).toBe('sold-out')
  expect(statesOf(question, teaOn('2026-12-05', 2))['2026-12-05']).toBe('normal')
})
