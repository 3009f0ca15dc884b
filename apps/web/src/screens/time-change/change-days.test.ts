// @vitest-environment node
import { describe, expect, test } from 'vitest'

import { chosenTimeOf, monthsOf } from './change-days.ts'
import type { ChangeChoice } from './use-change-choice.ts'

const MAIN = '00000000-0000-4000-8000-000000000001'
const TEA = '00000000-0000-4000-8000-000000000002'

const span = (id: number, from: string, left = 9) => ({
  time_span_id: id,
  from: `${from}:00+09:00`,
  to: `${from.slice(0, 11)}18:00:00+09:00`,
  stock_count: left,
  remaining_stock: left,
})

const day = (
  date: string,
  more: Partial<ChangeChoice['days'][number]> = {},
): ChangeChoice['days'][number] => ({
  date,
  product_stock_status: 'normal',
  time_spans: [span(Number(date.slice(-2)) * 10, `${date}T10:00`)],
  difference: 0,
  refusal: null,
  ...more,
})

const tea = (spans: ReturnType<typeof span>[]): ChangeChoice['set_products'][number] => ({
  uuid: TEA,
  time_spans: spans,
})

const CURRENT = span(10, '2026-12-01T10:00')
const choice = (more: Partial<ChangeChoice> = {}): ChangeChoice => ({
  current: {
    date: '2026-12-01',
    time_span_id: 10,
    reservation_from: CURRENT.from,
    reservation_to: CURRENT.to,
    set_products: [],
  },
  product_uuid: MAIN,
  product_name: 'Forest',
  booking_type: 'time',
  paid: 6400,
  refund: true,
  change_until: CURRENT.from,
  required_tickets: 2,
  required_set_products: [],
  needs_set_product_stock: false,
  days: [],
  set_products: [],
  ...more,
})

const SITE = { today: '2026-11-24', weekOffset: 0, disableMessage: '' }

function stateOf(changed: Partial<ChangeChoice>, date = '2026-12-02') {
  const cells = monthsOf(choice(changed), SITE).flatMap(({ dateTable }) => dateTable.flat())
  return cells.find(cell => cell.date === date && cell.state !== 'empty')
}

describe('a day of the calendar that moves a visit (R-2.50)', () => {
  test('shows what it costs more or less', () => {
    expect(stateOf({ days: [day('2026-12-02', { difference: -400 })] })).toMatchObject({
      state: 'normal',
      price: -400,
    })
  })
  test('with too little room for the whole party at any time is sold out', () => {
    const spans = [span(20, '2026-12-02T10:00', 1), span(21, '2026-12-02T11:00', 1)]
    expect(stateOf({ days: [day('2026-12-02', { time_spans: spans })] })?.state).toBe('sold-out')
  })
  test('that a coupon of the reservation does not cover cannot be chosen (S-11.15)', () => {
    const refusal = 'time_change: out of coverage dates' as const
    expect(stateOf({ days: [day('2026-12-02', { refusal })] })?.state).toBe('close')
  })
  test('of the visit itself is closed where it has no other time (S-11.19)', () => {
    expect(stateOf({ days: [day('2026-12-01')] }, '2026-12-01')?.state).toBe('close')
    const spans = [CURRENT, span(11, '2026-12-01T11:00')]
    expect(stateOf({ days: [day('2026-12-01', { time_spans: spans })] }, '2026-12-01')?.state).toBe('normal')
  })

  const sets = { required_set_products: [{ uuid: TEA, name: 'Tea', num: 2 }] }
  test.each([
    ['sold out where set products need stock', true, 1, 'sold-out'],
    ['open where they need none', false, 1, 'normal'],
    ['open with enough of them', true, 2, 'normal'],
  ] as const)('is %s (D-05, R-4.30)', (_, needs_set_product_stock, left, state) => {
    const changed = {
      ...sets,
      needs_set_product_stock,
      days: [day('2026-12-02')],
      set_products: [tea([span(30, '2026-12-02T12:00', left)])],
    }
    expect(stateOf(changed)?.state).toBe(state)
  })
  test('is open where a set product stays at its own time, although others have the rest (D-05)', () => {
    const changed = {
      ...sets,
      needs_set_product_stock: true,
      current: { ...choice().current, set_products: [{ uuid: TEA, time_span_id: 30 }] },
      days: [day('2026-12-01', { time_spans: [CURRENT, span(11, '2026-12-01T11:00')] })],
      set_products: [tea([span(30, '2026-12-01T12:00', 0)])],
    }
    expect(stateOf(changed, '2026-12-01')?.state).toBe('normal')
  })
  test('months reach to the day of the visit, although nothing later is on sale', () => {
    const current = { ...choice().current, date: '2027-02-10' }
    const months = monthsOf(choice({ current, days: [day('2026-12-02')] }), SITE)
    expect(months.map(({ currentMonth }) => currentMonth)).toEqual([11, 12, 1, 2, 3])
  })
})

describe('what is chosen', () => {
  const nothing = { reservationToken: 'r', date: '2026-12-02', timeSpanId: null, sets: {} }

  test('is the only time of a day, without a tap', () => {
    expect(chosenTimeOf(choice({ days: [day('2026-12-02')] }), nothing).span?.time_span_id).toBe(20)
  })
  test('is never the time of the visit as it is, nor one without room (S-11.19)', () => {
    const spans = [CURRENT, span(11, '2026-12-01T11:00', 1), span(12, '2026-12-01T12:00')]
    const on = (timeSpanId: number) =>
      chosenTimeOf(choice({ days: [day('2026-12-01', { time_spans: spans })] }), {
        ...nothing,
        date: '2026-12-01',
        timeSpanId,
      }).span?.time_span_id
    expect([10, 11, 12].map(on)).toEqual([undefined, undefined, 12])
  })
  test('set products are proposed at their time, moved as the visit is, and can be at another (S-11.17)', () => {
    const changed = choice({
      current: { ...choice().current, set_products: [{ uuid: TEA, time_span_id: 30 }] },
      required_set_products: [{ uuid: TEA, name: 'Tea', num: 1 }],
      days: [day('2026-12-02')],
      set_products: [
        tea([
          span(30, '2026-12-01T12:00'),
          span(31, '2026-12-02T11:00'),
          span(32, '2026-12-02T12:00'),
          span(33, '2026-12-02T13:00'),
        ]),
      ],
    })
    expect(chosenTimeOf(changed, nothing).sets).toMatchObject([{ uuid: TEA, timeSpanId: 32 }])
    expect(chosenTimeOf(changed, { ...nothing, sets: { [TEA]: 33 } }).sets).toMatchObject([
      { timeSpanId: 33 },
    ])
  })
  test('a set product whose units are at several times is left to the server', () => {
    const own = [30, 31].map(time_span_id => ({ uuid: TEA, time_span_id }))
    const changed = choice({
      current: { ...choice().current, set_products: own },
      required_set_products: [{ uuid: TEA, name: 'Tea', num: 2 }],
      days: [day('2026-12-02')],
      set_products: [tea([span(32, '2026-12-02T12:00'), span(33, '2026-12-02T13:00')])],
    })
    expect(chosenTimeOf(changed, nothing).sets).toEqual([])
  })
})
