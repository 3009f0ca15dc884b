import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { rounds } from '../../../../tools/test/proof-choice.ts'
import { createDice } from '../../test/random-order.ts'
import {
  mixedOrders,
  mixedShares,
  type ModelGrant,
  type ModelHolder,
  type ModelSpan,
  sellInTurn,
} from '../../test/unit-by-unit.ts'
import type { SpanRoom } from './channel-shares.ts'
import { type UnitsBySpan, wantedUnits } from './grant.ts'
import {
  type Bound,
  type DayRoom,
  fullShareOfDomain,
  grantWithinShares,
  roomOfShare,
  type ShareName,
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
  const room = (left: number, ofNetwork: number, held = new Map<string, number>()): DayRoom =>
    new Map([
      ['day', { leftOf: new Map(), leftOfOthers: left }],
      ['network', { leftOf: held, leftOfOthers: ofNetwork }],
    ])
  const common = (available: UnitsBySpan) =>
    new Map(Array.from(available, ([span, left]) => [span, { left, shares: [] }]))
  const grant = (wants: readonly Want[], rooms: ReadonlyMap<string, DayRoom>, available = 100) =>
    grantWithinShares(common(new Map([1, 2, 3].map(span => [span, available]))), wants, DAYS, rooms)
  const want = (units: number, network: string | null, span = 1): Want => ({
    channel: 'web',
    units: new Map([[span, units]]),
    bounds:
      network === null
        ? []
        : [
            { share: 'day', of: '' },
            { share: 'network', of: network },
          ],
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
    const rooms = new Map([['monday', room(100, 5, new Map([['a', 2]]))]])
    expect(grant([want(3, 'a'), want(2, 'a'), want(5, 'b'), want(1, 'b')], rooms)).toEqual([
      { full: 'network' },
      'held',
      'held',
      { full: 'network' },
    ])
  })

  test('an order without a bound is bounded by stock alone', () => {
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
  /** Nobody's, those of a network before and after the proof, and those with a code of the door. */
  const bounds = fc
    .tuple(fc.constantFrom('known', 'unproven', 'proved', 'door'), fc.constantFrom('a', 'b', 'c'))
    .map(([kind, of]): readonly Bound[] => {
      const unpaid = { share: 'unpaidNetwork', of } as const
      switch (kind) {
        case 'known':
          return []
        case 'unproven':
          return [{ share: 'day', of: '' }, { share: 'network', of }, unpaid]
        case 'proved':
          return [unpaid, { share: 'unpaidMailDomain', of: `${of}.example` }]
        case 'door':
          return [{ share: 'doorCode', of }]
      }
    })
  const queue = fc.array(fc.record({ channel: fc.constant('web'), units, bounds }), { maxLength: 30 })
  const stock: fc.Arbitrary<UnitsBySpan> = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map(
    ([a, b, c]) =>
      new Map([
        [1, a],
        [2, b],
        [3, c],
      ]),
  )
  const NAMES = ['day', 'network', 'unpaidNetwork', 'unpaidMailDomain', 'doorCode'] as const
  const holders = fc.constantFrom('', 'a', 'b', 'a.example')
  const shareRoom = fc.record({
    leftOf: fc.dictionary(holders, fc.integer({ min: -5, max: 30 })).map(one => new Map(Object.entries(one))),
    leftOfOthers: fc.nat(12),
  })
  const dayRoom = fc
    .tuple(...NAMES.map(name => fc.tuple(fc.constant<ShareName>(name), shareRoom)))
    .map((entries): DayRoom => new Map(entries))
  const rooms = fc.record({ monday: dayRoom, tuesday: dayRoom }).map(one => new Map(Object.entries(one)))

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
        for (const [day, shares] of left)
          for (const [share, { leftOf, leftOfOthers }] of shares)
            for (const owner of ['', 'a', 'b', 'c', 'a.example', 'b.example', 'c.example']) {
              const own = held.filter(one =>
                one.bounds.some(bound => bound.share === share && bound.of === owner),
              )
              const taken = sum(own, span => DAYS.get(span) === day)
              expect(taken === 0 || taken <= (leftOf.get(owner) ?? leftOfOthers)).toBe(true)
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
          const grant = grants[index]
          const isBound = one.bounds.some(({ share }) => typeof grant === 'object' && share === grant.full)
          expect(isBound).toBe(typeof grant === 'object')
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
        ['visit', 'tea'].map(day => [
          day,
          {
            all: dice.between(0, 30),
            network: dice.between(0, 12),
            unpaid: dice.between(0, 12),
            code: dice.between(0, 20),
          },
        ]),
      )
      const orders = mixedOrders(dice, spans)
      const expected = sellInTurn(spans, days, orders, [])
      const grants = grantWithinShares(
        new Map(spans.map(span => [span.id, roomOf(span)])),
        orders.map(({ channel, holder, units: ids }) => ({
          channel,
          units: wantedUnits(ids.map(id => new Map([[id, 1]]))),
          bounds: boundsOf(holder),
        })),
        new Map(spans.map(({ id, day }) => [id, day])),
        new Map(
          Array.from(days, ([day, most]): [string, DayRoom] => {
            const nothing = new Map<string, number>()
            const roomFor = (units: number) => roomOfShare({ part: 0, least: units }, 0, nothing)
            return [
              day,
              new Map([
                ['day', roomFor(most.all)],
                ['network', roomFor(most.network)],
                ['unpaidNetwork', roomFor(most.unpaid)],
                ['doorCode', roomFor(most.code)],
              ]),
            ]
          }),
        ),
      )
      const names = grants.map(one => (typeof one === 'object' ? one.full : one))
      for (const name of names) seen.add(name)
      expect(names).toEqual(expected)
    }),
    { numRuns: rounds({ short: 300, whole: 10_000 }) },
  )
  expect(seen).toEqual(
    new Set<ModelGrant>(['held', 'refused', 'day', 'network', 'unpaidNetwork', 'doorCode']),
  )
})

function boundsOf(holder: ModelHolder | null): readonly Bound[] {
  if (holder === null) return []
  if (holder.by === 'code') return [{ share: 'doorCode', of: holder.of }]
  return [
    { share: 'day', of: '' },
    { share: 'network', of: holder.of },
    { share: 'unpaidNetwork', of: holder.of },
  ]
}

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

describe('the shares of a mail domain', () => {
  const SHARES = { mailDomain: SHARE, unpaidMailDomain: { part: 0.2, least: 80 } }
  const day = { capacity: 400, unproven: 30, proved: 0, unpaid: 30, bought: 0 }
  const fullFor = (more: Partial<typeof day>, units: readonly number[]) =>
    units.map(one => fullShareOfDomain(SHARES, { ...day, ...more }, one))

  test('bound a domain of which nothing is proved', () => {
    expect(fullFor({}, [10, 11])).toEqual([undefined, 'mailDomain'])
  })

  test('grow with what is proved, so that a shared mail service is hardly held up', () => {
    expect(fullFor({ proved: 30, unpaid: 60 }, [20, 61])).toEqual([undefined, 'mailDomain'])
  })

  test('bound what is proved and not paid too, and grow with what is bought', () => {
    expect(fullFor({ proved: 70, unpaid: 75 }, [5, 6])).toEqual([undefined, 'unpaidMailDomain'])
    expect(fullFor({ proved: 100, unpaid: 75, bought: 30 }, [15, 16])).toEqual([
      undefined,
      'unpaidMailDomain',
    ])
  })
})
