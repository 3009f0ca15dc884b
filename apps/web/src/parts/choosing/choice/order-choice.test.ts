// @vitest-environment node
import type { Product } from '@kippu/contract/products'
import type { SetProduct } from '@kippu/contract/set-products'
import { describe, expect, test } from 'vitest'

import { nearestTimesOf } from './nearest-times.ts'
import { choiceOf, linesOf, missingOf, priceOf, spanOf } from './order-choice.ts'
import type { Choice } from './order-choice.ts'
import { mostWithHolder, withCount } from './companion-counts.ts'
import { groupsOf, knownPricesOf, partyOf } from './ticket-kinds.ts'

const product: Product = {
  id: 1,
  uuid: 'P',
  name: 'Digital Forest',
  description: '',
  image_path: null,
  base_price: 3200,
  sale_type: 'time',
  entry_policy: 'once',
  reentry_minutes: null,
  product_type: 'main',
  naming_right: null,
  can_be_moved: true,
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
    {
      id: 2,
      name: 'Audio guide',
      type: 'extra',
      values: [{ option_value_id: 9, name: 'English', add_cost: 500, caution: null }],
    },
  ],
}
const span = {
  time_span_id: 7,
  from: '2026-12-05T10:00:00+09:00',
  to: '2026-12-05T10:30:00+09:00',
  stock_count: 3,
  remaining_stock: 3,
  options: [{ id: 1, option_value_id: 2, name: 'Child', add_cost: -2000 }],
}
const day = { base_price: 3600, product_stock_status: 'normal', time_spans: [span] } as const
const tea: SetProduct = {
  uuid: 'T',
  name: 'Tea',
  description: '',
  image_path: null,
  base_price: 800,
  num: 1,
  time_spans: [
    { ...span, time_span_id: 71, stock_count: 2 },
    { ...span, time_span_id: 72, stock_count: 5 },
  ],
}
const draft = { productUuid: 'P', date: '2026-12-05', timeSpanId: 7, counts: { 1: 2, 2: 1 }, sets: {} }
const gold = {
  id: '1',
  name: 'Gold',
  membership_key: 'club',
  membership_value: 'gold',
  promotion_type: 'percent',
  promotion_amount: 10,
} as const

function choose(changes: Partial<Parameters<typeof choiceOf>[0]> = {}): Choice {
  const sources = { draft, product, day: { ...day, time_spans: [span] }, offers: [tea], promotion: null }
  return choiceOf({ ...sources, ...changes })
}
const withTea = (count: number, timeSpanId: number | null) =>
  choose({ draft: { ...draft, sets: { T: { name: 'Tea', count, timeSpanId } } } })

describe('what a choice costs', () => {
  test('before a day is chosen the base price counts, then the price of the day and of the time span', () => {
    const pricesOf = (...args: Parameters<typeof groupsOf>) =>
      groupsOf(...args).flatMap(({ kinds }) => kinds.map(({ price }) => price))
    expect(pricesOf(product)).toEqual([3200, 1000, 500])
    expect(pricesOf(product, { basePrice: 3600, span })).toEqual([3600, 1600, 500])
  })
  test('lines, party and total follow the counts (R-2.06, R-2.09)', () => {
    expect(linesOf(choose())).toMatchObject([
      { name: 'Adult', count: 2, price: 3600 },
      { name: 'Child', count: 1, price: 1600 },
    ])
    expect(partyOf(product, draft.counts)).toBe(3)
    expect(priceOf(choose())?.price).toBe(8800)
    expect(priceOf(choose({ draft: { ...draft, counts: {} } }))).toBeNull()
  })
  test('an extra costs its extra cost alone and does not count as a person (R-9.09, D-01)', () => {
    const choice = choose({ draft: { ...draft, counts: { ...draft.counts, 9: 2 } } })
    expect(linesOf(choice)).toContainEqual(expect.objectContaining({ kind: 'extra', price: 500, count: 2 }))
    expect(partyOf(product, choice.counts)).toBe(3)
    expect(priceOf(choice)?.price).toBe(9800)
  })
  test('there are never more of an extra than people', () => {
    const choice = choose({ draft: { ...draft, counts: { 1: 1, 9: 4 } } })
    expect(linesOf(choice)).toMatchObject([{ count: 1 }, { kind: 'extra', count: 1 }])
  })
  test('a set product is a line at its own price', () => {
    expect(linesOf(withTea(2, 71))).toContainEqual(
      expect.objectContaining({ kind: 'set', uuid: 'T', timeSpanId: 71, count: 2, price: 800 }),
    )
    expect(priceOf(withTea(2, 71))?.price).toBe(10_400)
  })
  test('a promotion reduces the price of each ticket, and not that of set products (R-9.10)', () => {
    const choice = { ...withTea(1, 71), promotion: gold }
    expect(priceOf(choice)).toMatchObject({ subtotal: 9600, membershipDiscount: 880, price: 8720 })
  })
})

test('a companion is chosen as often as its holder, goes with it, and makes no price', () => {
  const [tickets, ...extras] = product.options
  const companion = { option_value_id: 3, name: 'Companion', add_cost: -3000, caution: null, only_with: 2 }
  const options = [{ ...tickets!, values: [...tickets!.values, companion] }, ...extras]
  const [{ kinds } = { kinds: [] }] = groupsOf({ ...product, options })
  expect(mostWithHolder(kinds[2]!, kinds, { 1: 4 })).toBe(0)
  expect(mostWithHolder(kinds[2]!, kinds, { 2: 2 })).toBe(2)
  expect(withCount(kinds, { 1: 4, 2: 2, 3: 2 }, { optionValueId: 2, count: 1 })).toEqual({ 1: 4, 2: 1, 3: 1 })
  expect(knownPricesOf({ ...product, options }).map(({ price }) => price)).toEqual([3200, 1000])
})

describe('what is missing', () => {
  test('it is asked for in the order of the page: product before day (R-4.01)', () => {
    const first = (choice: Choice) => missingOf(choice, 'product_first')
    expect(first(choose({ product: undefined, draft: { ...draft, date: null } }))).toBe('product')
    expect(first(choose({ draft: { ...draft, date: null } }))).toBe('date')
    expect(first(choose({ draft: { ...draft, timeSpanId: null } }))).toBe('time')
    expect(first(choose({ draft: { ...draft, counts: {} } }))).toBe('tickets')
    expect(first(choose())).toBeNull()
  })
  test('or day before product (R-4.02)', () => {
    const first = (choice: Choice) => missingOf(choice, 'date_first')
    expect(first(choose({ product: undefined, draft: { ...draft, date: null } }))).toBe('date')
    expect(first(choose({ product: undefined }))).toBe('product')
    expect(first(choose({ day: { ...day, time_spans: [] } }))).toBe('product')
  })
  describe('where the chosen visit cannot hold the whole party (D-04)', () => {
    const four = { ...draft, counts: { 1: 4 } }
    const spans = (...left: number[]) =>
      left.map((stock_count, i) => ({ ...span, stock_count, time_span_id: 7 + i }))
    const timed = (...left: number[]) => choose({ draft: four, day: { ...day, time_spans: spans(...left) } })
    const daily = (left: number) =>
      choose({
        draft: four,
        product: { ...product, sale_type: 'date' },
        day: { ...day, time_spans: spans(left) },
      })
    test('the visitor is asked for another time, where one can hold it', () => {
      expect(missingOf(timed(3, 4), 'product_first')).toBe('time')
      expect(missingOf(timed(0, 0), 'product_first')).toBe('time')
    })
    test('otherwise for fewer tickets: the day and the product stay chosen (R-4.02)', () => {
      expect(missingOf(timed(3, 2), 'product_first')).toBe('places')
      expect(missingOf(daily(3), 'product_first')).toBe('places')
      expect(missingOf(daily(3), 'date_first')).toBe('places')
    })
    test('and where nothing is left for another day, or another product of the day (R-4.01, R-4.02)', () => {
      expect(missingOf(daily(0), 'product_first')).toBe('date')
      expect(missingOf(daily(0), 'date_first')).toBe('product')
    })
  })
  test.each([
    ['is not offered', choose({ offers: [], draft: withTeaDraft(1, 71) }), 'sets'],
    ['has no time chosen', withTea(1, null), 'sets'],
    ['has fewer units left', withTea(3, 71), 'sets'],
    ['is there', withTea(2, 71), null],
  ])('a chosen set product that %s (D-05, D-06)', (_, choice, missing) => {
    expect(missingOf(choice, 'product_first')).toBe(missing)
  })
})

function withTeaDraft(count: number, timeSpanId: number) {
  return { ...draft, sets: { T: { name: 'Tea', count, timeSpanId } } }
}

test('times near the chosen one are proposed where it does not hold the party, and the day where none does', () => {
  const at = (hour: number, stock_count: number) => {
    const time = (one: number) => `2026-12-05T${one}:00:00+09:00`
    return { ...span, time_span_id: hour, from: time(hour), to: time(hour + 1), stock_count }
  }
  const near = (timeSpanId: number | null, ...spans: ReadonlyArray<ReturnType<typeof at>>) => {
    const chosen = {
      draft: { ...draft, timeSpanId, counts: { 1: 2 } },
      day: { ...day, time_spans: [...spans] },
    }
    return nearestTimesOf(choose(chosen))?.map(({ time_span_id: id }) => id) ?? null
  }
  expect(near(14, at(10, 9), at(12, 2), at(13, 1), at(14, 1), at(15, 2), at(18, 9))).toEqual([12, 15, 18])
  expect(near(14, at(13, 1), at(14, 1))).toEqual([])
  expect(near(null, at(13, 1))).toEqual([])
  expect(near(14, at(14, 2))).toBeNull()
  expect(near(null, at(14, 2))).toBeNull()
})

describe('the time span (D-48)', () => {
  const two = { time_spans: [span, { ...span, time_span_id: 8 }] }
  const one = { time_spans: [span] }
  test('a timed product needs a chosen time span', () => {
    expect(spanOf(product, one, null)).toBeUndefined()
    expect(spanOf(product, one, 7)).toBe(span)
  })
  test.each(['date', 'period'] as const)('a %s has its only one, or a choice of them', sale_type => {
    expect(spanOf({ sale_type }, one, null)).toBe(span)
    expect(spanOf({ sale_type }, two, null)).toBeUndefined()
    expect(spanOf({ sale_type }, two, 8)?.time_span_id).toBe(8)
  })
})
