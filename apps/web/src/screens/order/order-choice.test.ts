import { describe, expect, test } from 'vitest'

import {
  kindsOf,
  linesOf,
  lowestPriceOf,
  missingOf,
  partyOf,
  spanOf,
  totalOf,
  withOwnHold,
} from './order-choice.ts'

const product = {
  id: 1,
  uuid: 'P',
  name: 'Digital Forest',
  description: '',
  image_path: null,
  base_price: 3200,
  sale_type: 'time',
  product_type: 'main',
  naming_right: null,
  caution: null,
  options: [
    {
      id: 1,
      name: 'Ticket',
      type: 'ticket_type',
      values: [
        { option_value_id: 1, name: 'Adult', add_cost: 0, caution: null },
        { option_value_id: 2, name: 'Child', add_cost: -2200, caution: null },
      ],
    },
  ],
} as const
const span = {
  time_span_id: 7,
  from: '2026-12-05T10:00:00+09:00',
  to: '2026-12-05T10:30:00+09:00',
  stock_count: 3,
  remaining_stock: 3,
  options: [{ id: 1, option_value_id: 2, name: 'Child', add_cost: -2000 }],
}
const day = { base_price: 3600, product_stock_status: 'normal', time_spans: [span] } as const
const weekend = {
  product: structuredClone(product) as never,
  date: '2026-12-05',
  day: { ...day, time_spans: [span] },
  span,
  counts: { 1: 2, 2: 1 },
}

describe('a choice', () => {
  test('before a day is chosen the base price counts, then the price of the day and of the time span', () => {
    const open = { ...weekend, day: undefined, span: undefined }
    expect(kindsOf(open).map(kind => kind.price)).toEqual([3200, 1000])
    expect(kindsOf(weekend).map(kind => kind.price)).toEqual([3600, 1600])
    expect(lowestPriceOf(weekend.product)).toBe(1000)
  })
  test('R-2.06, R-2.09: lines, party and total follow the counts', () => {
    expect(linesOf(weekend)).toMatchObject([
      { name: 'Adult', count: 2, price: 3600 },
      { name: 'Child', count: 1, price: 1600 },
    ])
    expect(partyOf(weekend)).toBe(3)
    expect(totalOf(weekend)).toBe(8800)
    expect(totalOf({ ...weekend, counts: {} })).toBeNull()
  })
  test('what is missing is asked for in the order of the page', () => {
    expect(missingOf({ ...weekend, product: undefined })).toBe('product')
    expect(missingOf({ ...weekend, date: null })).toBe('date')
    expect(missingOf({ ...weekend, span: undefined })).toBe('time')
    expect(missingOf({ ...weekend, counts: {} })).toBe('tickets')
    expect(missingOf(weekend)).toBeNull()
  })
  test('D-04: a time span that cannot hold the whole party must be chosen anew', () => {
    expect(missingOf({ ...weekend, counts: { 1: 4 } })).toBe('time')
  })
  test('S-1.17: the units of the own hold can be ordered again, those of other spans not', () => {
    const held = {
      productUuid: 'P',
      productName: 'Digital Forest',
      saleType: 'time',
      date: '2026-12-05',
      productTimespanID: 7,
      from: span.from,
      to: span.to,
      expiresAt: '2099-12-01T10:00:00+09:00',
      productOptions: [
        { option_value_id: 1, name: 'Adult', price: 3600, count: 2 },
        { option_value_id: 2, name: 'Child', price: 1600, count: 1 },
      ],
    } as const
    const sold = { ...weekend.day, time_spans: [{ ...span, stock_count: 0 }] }
    const own = { ...held, productOptions: [...held.productOptions] }
    expect(withOwnHold(sold, own)?.time_spans[0]?.stock_count).toBe(3)
    expect(withOwnHold(sold, { ...own, productTimespanID: 8 })?.time_spans[0]?.stock_count).toBe(0)
    expect(withOwnHold(sold, null)).toBe(sold)
    const ended = { ...own, expiresAt: '2020-12-01T10:00:00+09:00' }
    expect(withOwnHold(sold, ended)).toBe(sold)
  })
  test('a timed product needs a chosen span, a day or a period has its only one', () => {
    expect(spanOf(weekend.product, weekend.day, null)).toBeUndefined()
    expect(spanOf(weekend.product, weekend.day, 7)).toBe(span)
    expect(spanOf({ ...product, sale_type: 'date' } as never, weekend.day, null)).toBe(span)
  })
})
