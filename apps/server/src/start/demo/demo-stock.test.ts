import { addDays, civilOf, datesBetween, weekdayOf } from '@kippu/domain/jst-date'
import { stockStatusOf } from '@kippu/domain/stock/availability'
import { describe, expect, test } from 'vitest'

import { DEMO_PRODUCTS } from './demo-products.ts'
import { DEMO_SET_PRODUCTS } from './demo-set-products.ts'
import { demoBasePrice, demoCapacity, demoDay } from './demo-stock.ts'
import { TOMORI_PRODUCTS } from './tomori-products.ts'

const ALL_PRODUCTS = [...DEMO_PRODUCTS, ...DEMO_SET_PRODUCTS]

const YEAR = datesBetween('2026-11-21', '2027-11-20')

function largestSpan(uuid: string, date: string): number {
  const product = ALL_PRODUCTS.find(candidate => candidate.uuid === uuid)!
  return Math.max(...product.spansOf(date).map((_, index) => demoCapacity(product, date, index)))
}

describe.each(ALL_PRODUCTS)('$name.en', product => {
  test('is closed on every Tuesday and on no other day', () => {
    const closed = YEAR.filter(date => demoDay(product.uuid, date) === 'closed')
    expect(closed).toEqual(YEAR.filter(date => weekdayOf(date) === 2))
  })

  test('shows the state of each day, with the default threshold (S-2.08)', () => {
    const open = YEAR.filter(date => demoDay(product.uuid, date) !== 'closed')
    const shown = open.map(date => stockStatusOf(largestSpan(product.uuid, date), 10))
    expect(shown).toEqual(open.map(date => demoDay(product.uuid, date)))
  })

  test('has many normal days, some low and some sold-out ones in any thirty days', () => {
    for (const start of YEAR) {
      const days = datesBetween(start, addDays(start, 29)).map(date => demoDay(product.uuid, date))
      const share = (state: string) => days.filter(day => day === state).length
      expect(share('normal')).toBeGreaterThanOrEqual(10)
      expect(share('few')).toBeGreaterThanOrEqual(1)
      expect(share('sold_out')).toBeGreaterThanOrEqual(1)
    }
  })

  test('costs the same on all weekdays, and no less at weekends', () => {
    const prices = (isWanted: (weekday: number) => boolean) =>
      new Set(YEAR.filter(date => isWanted(weekdayOf(date))).map(date => demoBasePrice(product, date)))
    expect([...prices(weekday => weekday > 0 && weekday < 6)]).toEqual([product.basePrice])
    expect([...prices(weekday => weekday === 0 || weekday === 6)]).toEqual([
      product.basePrice + product.weekendExtra,
    ])
  })
})

test('the forest opens every half hour from 10:00, the last entry at 18:30', () => {
  const spans = TOMORI_PRODUCTS[0]!.spansOf('2026-12-01')
  expect(spans).toHaveLength(18)
  expect(spans[0]).toEqual({ startsAt: '2026-12-01T10:00:00+09:00', endsAt: '2026-12-01T10:30:00+09:00' })
  expect(spans.at(-1)).toEqual({ startsAt: '2026-12-01T18:30:00+09:00', endsAt: '2026-12-01T19:00:00+09:00' })
})

test('a pass is valid through the day before its anniversary', () => {
  const pass = TOMORI_PRODUCTS.find(({ saleType }) => saleType === 'period')!
  expect(pass.spansOf('2026-12-01')).toEqual([
    { startsAt: '2026-12-01T00:00:00+09:00', endsAt: '2027-11-30T23:59:59+09:00' },
  ])
})

test('adult, youth and child pay the demo prices', () => {
  const forest = TOMORI_PRODUCTS[0]!
  expect(forest.ticketTypes.map(({ addCost }) => forest.basePrice + addCost)).toEqual([3_200, 2_200, 1_000])
  expect(forest.ticketTypes.filter(({ caution }) => caution !== null)).toHaveLength(1)
})

test('every product has a day in every month on which it can be bought', () => {
  for (const { uuid } of ALL_PRODUCTS) {
    const months = YEAR.filter(date => demoDay(uuid, date) === 'normal').map(date => civilOf(date).month)
    expect(new Set(months).size).toBe(12)
  }
})
