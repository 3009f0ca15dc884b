// @vitest-environment node
import { expect, onTestFinished, test, vi } from 'vitest'

import { learnServerTime } from '../../../api/server-clock.ts'
import type { SavedOrder } from '../../../session/pieces.ts'
import { withOwnHold } from './own-hold.ts'

const times = { from: '2026-12-05T10:00:00+09:00', to: '2026-12-05T10:30:00+09:00' }
const spanOf = (time_span_id: number) => ({
  ...times,
  time_span_id,
  stock_count: 0,
  remaining_stock: 0,
  options: [],
})
const sold = { time_spans: [spanOf(7), spanOf(8), spanOf(71)] }
const held: SavedOrder = {
  productUuid: 'P',
  productName: 'Digital Forest',
  saleType: 'time',
  date: '2026-12-05',
  productTimespanID: 7,
  ...times,
  expiresAt: '2099-12-01T10:00:00+09:00',
  productOptions: [
    { option_value_id: 1, type: 'ticket_type', name: 'Adult', price: 3600, count: 2 },
    { option_value_id: 2, type: 'ticket_type', name: 'Child', price: 1600, count: 1 },
    { option_value_id: 9, type: 'extra', name: 'Audio guide', price: 500, count: 3 },
  ],
  setProducts: [{ uuid: 'T', name: 'Tea', price: 800, count: 2, timeSpanId: 71 }],
}
const countsOf = (order: SavedOrder | null) =>
  withOwnHold(sold, order).time_spans.map(({ stock_count: count }) => count)

test('the visitor can order the tickets and set products of their own hold again, not those of other spans (S-1.17)', () => {
  expect(countsOf(held)).toEqual([3, 0, 2])
  expect(countsOf(null)).toEqual([0, 0, 0])
  expect(countsOf({ ...held, isHeld: false })).toEqual([0, 0, 0])
})

test.each([-35, 35])(
  'a clock that is %i minutes wrong neither ends a hold nor prolongs it (S-1.17)',
  wrong => {
    const at = (time: string) => Date.parse(`2026-12-01T${time}+09:00`)
    const order = { ...held, expiresAt: '2026-12-01T10:30:00+09:00' }
    const answeredAt = (time: string) => {
      vi.setSystemTime(at(time) + wrong * 60_000)
      const date = new Date(at(time)).toUTCString()
      learnServerTime(new Response('', { headers: { date, 'cache-control': 'no-store' } }))
    }
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
      learnServerTime(
        new Response('', { headers: { date: new Date().toUTCString(), 'cache-control': 'no-store' } }),
      )
    })
    answeredAt('10:00:00')
    expect(countsOf(order)).toEqual([3, 0, 2])
    answeredAt('10:31:00')
    expect(countsOf(order)).toEqual([0, 0, 0])
  },
)

test('a hold that has ended gives nothing back (S-1.17)', () => {
  expect(withOwnHold(sold, { ...held, expiresAt: '2020-12-01T10:00:00+09:00' })).toBe(sold)
})
