import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayStateFromStatus, dayStateFromStock, isSelectable, setProductsOn } from './day-state.ts'
import type { DayState, StockQuestion } from './day-state.ts'

const record = (stock_status: string) => ({
  date: '2026-12-24',
  stock_status,
  display_price: 3200,
  is_sold_out_display_product: false,
})

const day = (counts: readonly number[], product_stock_status = 'normal') => ({
  product_stock_status,
  time_spans: counts.map(stock_count => ({ stock_count })),
})

const ask = (more: Partial<StockQuestion>) =>
  dayStateFromStock({
    day: day([10]),
    totalTickets: 2,
    requiredSetProducts: [],
    setProducts: [],
    timeChangeSetProductStock: undefined,
    ...more,
  })

const tea = (stock_count: number, date = '2026-12-24') => ({
  uuid: 'tea',
  time_spans: [{ from: `${date}T10:00:00+09:00`, stock_count }],
})

test.each([
  ['few', 'few-stock', 'R-4.21'],
  ['sold_out', 'sold-out', 'R-4.22'],
  ['closed', 'close', 'R-4.23'],
  ['normal', 'normal', 'R-4.20'],
  ['anything', 'normal', 'R-4.20'],
])('stock_status %s is %s (%s)', (status, state) => {
  expect(dayStateFromStatus(record(status))).toBe(state)
})

test('no status row is closed (R-4.26)', () => {
  expect(dayStateFromStatus(undefined)).toBe('close')
})

describe('dayStateFromStock', () => {
  test('stock for the party is normal (R-4.20)', () => {
    expect(ask({})).toBe('normal')
  })

  test('no stock data is closed, and so is a day without time spans (R-4.26)', () => {
    expect(ask({ day: undefined })).toBe('close')
    expect(ask({ day: day([]) })).toBe('close')
  })

  test.each([
    [[3, 4], 5, 'sold-out'],
    [[3, 4], 4, 'normal'],
    [[3, 4], 0, 'normal'],
    [[0, 0], 0, 'sold-out'],
    [[1], 0, 'normal'],
  ])('spans %j, party of %i: %s (R-4.27, D-04)', (counts, totalTickets, state) => {
    expect(ask({ day: day(counts), totalTickets })).toBe(state)
  })

  test('few-stock comes from is_few, but sold-out wins over it (R-4.31)', () => {
    expect(ask({ day: day([5], 'is_few') })).toBe('few-stock')
    expect(ask({ day: day([5], 'is_few'), totalTickets: 6 })).toBe('sold-out')
  })

  test.each(['normal', 'few', 'sold_out', 'closed', ''])(
    'product_stock_status %j is normal (R-4.32)',
    status => {
      expect(ask({ day: day([5], status) })).toBe('normal')
    },
  )
})

describe('set products (D-05, D-06)', () => {
  const requiredSetProducts = [{ uuid: 'tea', num: 2 }]

  test('one that is not offered makes the day sold out (R-4.28)', () => {
    expect(ask({ requiredSetProducts, setProducts: [{ ...tea(9), uuid: 'book' }] })).toBe('sold-out')
  })

  test('one without data for the day makes it sold out (R-4.29)', () => {
    const elsewhere = [tea(9, '2026-12-25')]
    const setProducts = setProductsOn('2026-12-24', elsewhere)
    expect(setProducts).toEqual([{ uuid: 'tea', time_spans: [] }])
    expect(ask({ requiredSetProducts, setProducts })).toBe('sold-out')
    expect(ask({ requiredSetProducts, setProducts: setProductsOn('2026-12-25', elsewhere) })).toBe('normal')
  })

  test.each([
    ['false', 1, 'sold-out'],
    ['false', 2, 'normal'],
    [undefined, 1, 'normal'],
    ['true', 1, 'normal'],
    ['FALSE', 1, 'normal'],
    ['', 1, 'normal'],
  ])('setting %j, stock %i of 2 needed: %s (R-4.30)', (timeChangeSetProductStock, stock, state) => {
    expect(ask({ requiredSetProducts, setProducts: [tea(stock)], timeChangeSetProductStock })).toBe(state)
  })

  test('an order without set products is never affected', () => {
    expect(ask({ setProducts: [], timeChangeSetProductStock: 'false' })).toBe('normal')
  })

  test('close wins over sold-out', () => {
    expect(ask({ day: undefined, requiredSetProducts })).toBe('close')
  })
})

test('a larger party never finds a better day', () => {
  const rank: Record<DayState, number> = {
    normal: 3,
    'few-stock': 2,
    'sold-out': 1,
    close: 0,
    empty: 0,
    disable: 0,
  }
  const counts = fc.array(fc.nat(20), { maxLength: 5 })
  fc.assert(
    fc.property(
      counts,
      fc.nat(20),
      fc.nat(20),
      fc.constantFrom('normal', 'is_few'),
      (stock, a, b, status) => {
        const stateFor = (totalTickets: number) => ask({ day: day(stock, status), totalTickets })
        expect(rank[stateFor(Math.max(a, b))]).toBeLessThanOrEqual(rank[stateFor(Math.min(a, b))])
      },
    ),
  )
})

test('only normal and few-stock days can be chosen (R-2.05)', () => {
  const states: DayState[] = ['normal', 'few-stock', 'sold-out', 'close', 'empty', 'disable']
  expect(states.filter(isSelectable)).toEqual(['normal', 'few-stock'])
})
