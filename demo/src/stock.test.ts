import { addDays, civilOf, datesBetween, weekdayOf } from '@kippu/domain/jst-date'
import { stockStatusOf } from '@kippu/domain/stock/availability'
import { expect, test } from 'vitest'

import { DEMO_PRODUCTS, DEMO_SET_PRODUCTS } from './products.ts'
import { demoBasePrice, demoCapacity, demoDay } from './stock.ts'

const ALL_PRODUCTS = [...DEMO_PRODUCTS, ...DEMO_SET_PRODUCTS]
const ofDemo = (saleType: string) =>
  DEMO_PRODUCTS.find(product => product.siteKey === 'demo' && product.saleType === saleType)!

const YEAR = datesBetween('2026-11-21', '2027-11-20')

test.each(ALL_PRODUCTS)('$siteKey: $name.en', product => {
  const states = YEAR.map(date => demoDay(product.uuid, date))
  // Closed on every Tuesday and on no other day.
  expect(states.map(state => state === 'closed')).toEqual(YEAR.map(date => weekdayOf(date) === 2))
  // The calendar shows the state of each day, with the default threshold (S-2.08).
  const shown = YEAR.map((date, index) => {
    const largest = Math.max(...product.spansOf(date).map((_, span) => demoCapacity(product, date, span)))
    return states[index] === 'closed' ? 'closed' : stockStatusOf(largest, 10)
  })
  expect(shown).toEqual(states)
  for (const [index, start] of YEAR.slice(0, -29).entries()) {
    const days = states.slice(index, index + 30)
    const share = (state: string) => days.filter(day => day === state).length
    expect([start, share('normal') >= 10, share('few') >= 1, share('sold_out') >= 1]).toEqual([
      start,
      true,
      true,
      true,
    ])
  }
  // It can be bought in every month.
  const months = YEAR.filter((_, index) => states[index] === 'normal').map(date => civilOf(date).month)
  expect(new Set(months).size).toBe(12)
  const prices = (isWanted: (weekday: number) => boolean) =>
    new Set(YEAR.filter(date => isWanted(weekdayOf(date))).map(date => demoBasePrice(product, date)))
  expect([...prices(weekday => weekday > 0 && weekday < 6)]).toEqual([product.basePrice])
  expect([...prices(weekday => weekday === 0 || weekday === 6)]).toEqual([
    product.basePrice + product.weekendExtra,
  ])
})

test('the forest opens every half hour from 10:00, the last entry at 18:30', () => {
  const spans = ofDemo('time').spansOf('2026-12-01')
  expect(spans).toHaveLength(18)
  expect(spans[0]).toEqual({ startsAt: '2026-12-01T10:00:00+09:00', endsAt: '2026-12-01T10:30:00+09:00' })
  expect(spans.at(-1)).toEqual({ startsAt: '2026-12-01T18:30:00+09:00', endsAt: '2026-12-01T19:00:00+09:00' })
})

test('a pass is valid through the day before its anniversary', () => {
  const [span] = ofDemo('period').spansOf('2026-12-01')
  expect(span?.endsAt).toBe(`${addDays('2027-12-01', -1)}T23:59:59+09:00`)
})

test('adult, youth and child pay the demo prices', () => {
  const { basePrice, ticketTypes } = ofDemo('time')
  expect(ticketTypes.map(({ addCost }) => basePrice + addCost)).toEqual([3_200, 2_200, 1_000])
  expect(ticketTypes.filter(({ caution }) => caution !== null)).toHaveLength(1)
})
