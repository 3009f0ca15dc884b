import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { rounds } from '../../../../tools/test/proof-choice.ts'
import { createDice } from '../../test/random-order.ts'
import {
  mixedOrders,
  mixedShares,
  type ModelGrant,
  type ModelSpan,
  sellInTurn,
} from '../../test/unit-by-unit.ts'
import type { SpanRoom } from './channel-shares.ts'
import { type UnitsBySpan, wantedUnits } from './grant.ts'
import {
  type DayRoom,
  fitsMailDomain,
  grantWithinShares,
  unitsOfShare,
  type Want,
} from './unproven-shares.ts'

const SHARE = { part: 0.1, least: 40 }

test.each([
  [2_400, 240],
  [405, 40],
  [400, 40],
  [20, 40],
])('a tenth of a day of %i units, and forty at least, are %i', (capacity, units) => {
  expect(unitsOfShare(SHARE, capacity)).toBe(units)
})

describe('grants within shares', () => {
  const DAYS = new Map([
    [1, 'monday'],
    [2, 'monday'],
    [3, 'tuesday'],
  ])
  const room = (left: number, ofNetwork: number): DayRoom => ({
    left,
    leftOf: new Map(),
    leftOfOthers: ofNetwork,
  })
  const common = (available: UnitsBySpan) =>
    new Map(Array.from(available, ([span, left]) => [span, { left, shares: [] }]))
  const grant = (wants: readonly Want[], rooms: ReadonlyMap<string, DayRoom>, available = 100) =>
    grantWithinShares(common(new Map([1, 2, 3].map(span => [span, available]))), wants, DAYS, rooms)
  const want = (units: number, network: string | null, span = 1): Want => ({
    channel: 'web',
    units: new Map([[span, units]]),
    network,
  })

  test('all time spans of a day have one share together, and each day has its own', () => {
    const rooms = new Map([
      ['monday', room(5, 100)],
      ['tuesday', room(5, 100)],
    ])
    expect(grant([want(3, 'a'), want(3, 'b', 2), want(3, 'c', 3)], rooms)).toEqual([
      'held',
      { full: 'day' },
      'held',
    ])
  })

  test('a network has its own share, and what it holds already counts', () => {
    const rooms = new Map([['monday', { left: 100, leftOf: new Map([['a', 2]]), leftOfOthers: 5 }]])
    expect(grant([want(3, 'a'), want(2, 'a'), want(5, 'b'), want(1, 'b')], rooms)).toEqual([
      { full: 'network' },
      'held',
      'held',
      { full: 'network' },
    ])
  })

  test('an order without a network is bounded by stock alone', () => {
    expect(grant([want(9, null)], new Map([['monday', room(0, 0)]]))).toEqual(['held'])
  })

  test('where stock does not suffice the order is refused, whatever the shares say', () => {
    expect(grant([want(9, 'a')], new Map([['monday', room(0, 0)]]), 8)).toEqual(['refused'])
  })

  test('a day of which nothing is said is an error, and never one of which nothing is left', () => {
    expect(() => grant([want(1, 'a')], new Map())).toThrow('monday')
    expect(() => grant([want(1, 'a', 4)], new Map(), 100)).not.toThrow()
    const unnamed = new Map([[1, { left: 5, shares: [] }]])
    expect(() => grantWithinShares(unnamed, [want(1, 'a')], new Map(), new Map())).toThrow('1')
  })

  const spans = fc.constantFrom(1, 2, 3)
  const units = fc
    .array(fc.tuple(spans, fc.integer({ min: 1, max: 6 })), { minLength: 1 })
    .map(one => new Map(one))
  const network = fc.option(fc.constantFrom('a', 'b', 'c'))
  const queue = fc.array(fc.record({ channel: fc.constant('web'), units, network }), { maxLength: 30 })
  const stock: fc.Arbitrary<UnitsBySpan> = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map(
    ([a, b, c]) =>
      new Map([
        [1, a],
        [2, b],
        [3, c],
      ]),
  )
  const rooms = fc
    .tuple(
      ...['monday', 'tuesday'].map(day =>
        fc.tuple(
          fc.constant(day),
          fc.record({
            left: fc.integer({ min: -5, max: 30 }),
            leftOf: fc
              .dictionary(fc.constantFrom('a', 'b'), fc.integer({ min: -5, max: 12 }))
              .map(one => new Map(Object.entries(one))),
            leftOfOthers: fc.nat(12),
          }),
        ),
      ),
    )
    .map(entries => new Map(entries))

  const sum = (wants: readonly Want[], of: (span: number, want: Want) => boolean) =>
    wants.reduce(
      (all, one) => all + [...one.units].reduce((s, [span, n]) => s + (of(span, one) ? n : 0), 0),
      0,
    )

  test('never above the capacity, never above a share, whatever comes', () => {
    fc.assert(
      fc.property(stock, queue, rooms, (available, wants, left) => {
        const grants = grantWithinShares(common(available), wants, DAYS, left)
        const held = wants.filter((_, index) => grants[index] === 'held')
        for (const [span, most] of available) expect(sum(held, one => one === span)).toBeLessThanOrEqual(most)
        for (const [day, share] of left) {
          const isOfDay = (span: number) => DAYS.get(span) === day
          const bounded = held.filter(one => one.network !== null)
          const all = sum(bounded, isOfDay)
          expect(all === 0 || all <= share.left).toBe(true)
          for (const name of ['a', 'b', 'c']) {
            const own = sum(bounded, (span, one) => isOfDay(span) && one.network === name)
            expect(own === 0 || own <= (share.leftOf.get(name) ?? share.leftOfOthers)).toBe(true)
          }
        }
      }),
    )
  })

  test('who comes later changes nothing for those before', () => {
    fc.assert(
      fc.property(stock, queue, queue, rooms, (available, first, later, left) => {
        const all = grantWithinShares(common(available), [...first, ...later], DAYS, left)
        expect(all.slice(0, first.length)).toEqual(grantWithinShares(common(available), first, DAYS, left))
      }),
    )
  })

  test('only a full share has an order wait, and only too little stock refuses it', () => {
    fc.assert(
      fc.property(stock, queue, rooms, (available, wants, left) => {
        const grants = grantWithinShares(common(available), wants, DAYS, left)
        wants.forEach((one, index) => {
          const before = wants.slice(0, index).filter((_, at) => grants[at] === 'held')
          const hasStock = [...one.units].every(
            ([span, count]) => sum(before, other => other === span) + count <= (available.get(span) ?? 0),
          )
          expect(grants[index] === 'refused').toBe(!hasStock)
          const isPutOff = typeof grants[index] === 'object'
          expect(isPutOff && one.network === null).toBe(false)
        })
      }),
    )
  })
})

test('R-1.17, S-2.01: batches of every channel, with and without shares, get what a model gives that sells unit by unit', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.integer(), seed => {
      const dice = createDice(seed)
      const spans: ModelSpan[] = [1, 2, 3, 4].map(id => {
        const capacity = dice.between(2, 20)
        return { id, day: id === 4 ? 'tea' : 'visit', capacity, shares: mixedShares(dice, capacity) }
      })
      const days = new Map(
        ['visit', 'tea'].map(day => [day, { all: dice.between(0, 30), network: dice.between(0, 12) }]),
      )
      const orders = mixedOrders(dice, spans)
      const expected = sellInTurn(spans, days, orders, [])
      const grants = grantWithinShares(
        new Map(spans.map(span => [span.id, roomOf(span)])),
        orders.map(order => ({ ...order, units: wantedUnits(order.units.map(id => new Map([[id, 1]]))) })),
        new Map(spans.map(({ id, day }) => [id, day])),
        new Map(
          Array.from(days, ([day, most]) => [
            day,
            { left: most.all, leftOf: new Map(), leftOfOthers: most.network },
          ]),
        ),
      )
      const names = grants.map(one => (typeof one === 'object' ? one.full : one))
      for (const name of names) seen.add(name)
      expect(names).toEqual(expected)
    }),
    { numRuns: rounds({ short: 300, whole: 10_000 }) },
  )
  expect(seen).toEqual(new Set<ModelGrant>(['held', 'refused', 'day', 'network']))
})

/** The room of a time span of which nothing is sold. */
function roomOf({ capacity, shares }: ModelSpan): SpanRoom {
  const kept = Array.from(shares, ([channel, { share, usesPool, isReleased }]) => ({
    channel,
    share,
    usesPool,
    used: 0,
    isKept: !isReleased,
  }))
  return { left: capacity, shares: kept }
}

describe('the share of a mail domain', () => {
  const day = { capacity: 400, unproven: 30, proved: 0 }

  test('bounds a domain of which nothing is proved', () => {
    expect([10, 11].map(units => fitsMailDomain(SHARE, day, units))).toEqual([true, false])
  })

  test('grows with what is proved, so that a shared mail service is never held up by it', () => {
    expect([60, 61].map(units => fitsMailDomain(SHARE, { ...day, proved: 30 }, units))).toEqual([true, false])
  })
})
