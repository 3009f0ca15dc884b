import type { StockStatusRow } from '@kippu/contract/products'
import { describe, expect, test } from 'vitest'

import { mergeCalendars } from './site-calendar.ts'

const DATE = '2026-12-01'

const row = (stock_status: StockStatusRow['stock_status'], display_price: number | null): StockStatusRow => ({
  date: DATE,
  stock_status,
  display_price,
  is_sold_out_display_product: false,
})

const ofProduct = (days: readonly StockStatusRow[], uuid = 'any') => ({ uuid, days })

describe('the calendar of a site (R-4.02)', () => {
  test.each([
    ['normal', [row('sold_out', 1000), row('normal', 3000), row('few', 2000)]],
    ['few', [row('closed', null), row('few', 3000), row('sold_out', 1000)]],
    ['sold_out', [row('closed', null), row('sold_out', 1000)]],
    ['closed', [row('closed', null), row('closed', null)]],
  ] as const)('a day has the state of its best product: %s', (best, rows) => {
    expect(mergeCalendars(rows.map(each => ofProduct([each])))).toMatchObject([
      { date: DATE, stock_status: best },
    ])
  })

  test('its price is the lowest that can be bought, and on a sold-out day the lowest of all', () => {
    const priceOf = (...rows: StockStatusRow[]) => mergeCalendars([ofProduct(rows)])[0]?.display_price
    expect(priceOf(row('sold_out', 1000), row('normal', 3000), row('few', 2000))).toBe(2000)
    expect(priceOf(row('sold_out', 3000), row('sold_out', 1000), row('closed', null))).toBe(1000)
    expect(priceOf(row('closed', null))).toBeNull()
  })

  test('R-3.93: it is display-only when nothing else is open on it', () => {
    const shown = { ...row('sold_out', 1000), is_sold_out_display_product: true }
    const isShown = (...rows: StockStatusRow[]) =>
      mergeCalendars([ofProduct(rows)])[0]?.is_sold_out_display_product
    expect(isShown(shown, row('closed', null))).toBe(true)
    expect(isShown(shown, row('sold_out', 2000))).toBe(false)
    expect(isShown(shown, row('normal', 2000))).toBe(false)
  })

  test('has every day that any product has, in order', () => {
    const on = (date: string) => ({ ...row('normal', 1000), date })
    const rows = mergeCalendars([
      ofProduct([on('2026-12-02'), on('2026-12-03')]),
      ofProduct([on('2026-12-01'), on('2026-12-03')]),
      ofProduct([]),
    ])
    expect(rows.map(({ date }) => date)).toEqual(['2026-12-01', '2026-12-02', '2026-12-03'])
  })

  test('a day says which product alone is left, where the site has others', () => {
    const pass = ofProduct([row('normal', 9000)], 'pass')
    const onlyOf = (...others: StockStatusRow[]) =>
      mergeCalendars([pass, ...others.map(each => ofProduct([each], 'other'))])[0]?.only_product_uuid
    expect(onlyOf(row('sold_out', 2500), row('closed', null))).toBe('pass')
    expect(onlyOf(row('few', 2500))).toBeUndefined()
    expect(onlyOf()).toBeUndefined()
  })
})
