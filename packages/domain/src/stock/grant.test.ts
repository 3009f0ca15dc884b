import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grantInOrder as grantByChannel } from '../../test/grant-in-order.ts'
import { type UnitsBySpan, wantedUnits } from './grant.ts'

const SPAN = 7
const of = (units: number): UnitsBySpan => new Map([[SPAN, units]])
/** Nothing is kept for any channel. */
const grantInOrder = (available: UnitsBySpan, wants: readonly UnitsBySpan[]) =>
  grantByChannel(
    new Map(Array.from(available, ([span, left]) => [span, { left, shares: [] }])),
    wants.map(units => ({ channel: 'web', units })),
  )
/** Decides on requests for one span. */
const grantOne = (available: number, wants: readonly number[]) => grantInOrder(of(available), wants.map(of))

describe('grantInOrder on one time span (S-2.01)', () => {
  test('the last unit goes to the first request', () => {
    expect(grantOne(1, [1, 1, 1])).toEqual([true, false, false])
  })

  test('capacity 5 and 20 requests of 1: exactly the first five', () => {
    const wants = Array.from({ length: 20 }, () => 1)
    expect(grantOne(5, wants).filter(Boolean)).toHaveLength(5)
  })

  test('a large request that is refused does not block a smaller one behind it', () => {
    expect(grantOne(3, [2, 4, 1, 1])).toEqual([true, false, true, false])
  })

  test('no stock and no requests grant nothing', () => {
    expect(grantOne(0, [1, 2])).toEqual([false, false])
    expect(grantOne(5, [])).toEqual([])
  })

  test('a time span that no longer exists has no units', () => {
    expect(grantInOrder(new Map(), [of(1)])).toEqual([false])
  })
})

describe('grantInOrder on several time spans (S-2.02)', () => {
  const [VISIT, TEA] = [1, 2]
  const wants = (visit: number, tea: number): UnitsBySpan =>
    new Map([
      [VISIT, visit],
      [TEA, tea],
    ])

  test('all or nothing: an order that finds no tea gets no visit either', () => {
    expect(grantInOrder(wants(3, 1), [wants(2, 2), wants(2, 1), new Map([[VISIT, 1]])])).toEqual([
      false,
      true,
      true,
    ])
  })

  const spans = fc.constantFrom(1, 2, 3)
  const stock = fc.array(fc.tuple(spans, fc.nat(20))).map(entries => new Map(entries))
  const want = fc
    .array(fc.tuple(spans, fc.integer({ min: 1, max: 6 })), { minLength: 1 })
    .map(entries => new Map(entries))
  const queues = fc.array(want, { maxLength: 25 })

  const take = (available: UnitsBySpan, taken: readonly UnitsBySpan[]): UnitsBySpan => {
    const gone = wantedUnits(taken)
    return new Map(Array.from(available, ([span, units]) => [span, units - (gone.get(span) ?? 0)]))
  }

  test('never grants more than there is, and refuses only requests that did not fit at their turn', () => {
    fc.assert(
      fc.property(stock, queues, (available, queue) => {
        let left: UnitsBySpan = available
        grantInOrder(available, queue).forEach((granted, i) => {
          const asked = queue[i]!
          expect(granted).toBe([...asked].every(([span, units]) => units <= (left.get(span) ?? 0)))
          if (granted) left = take(left, [asked])
        })
        expect(Math.min(0, ...left.values())).toBe(0)
      }),
    )
  })

  test('a later request changes nothing for the earlier ones', () => {
    fc.assert(
      fc.property(stock, queues, queues, (available, first, later) => {
        expect(grantInOrder(available, [...first, ...later]).slice(0, first.length)).toEqual(
          grantInOrder(available, first),
        )
      }),
    )
  })

  test('two batches in a row decide like one', () => {
    fc.assert(
      fc.property(stock, queues, queues, (available, first, second) => {
        const granted = grantInOrder(available, first)
        const left = take(
          available,
          first.filter((_, i) => granted[i] === true),
        )
        expect([...granted, ...grantInOrder(left, second)]).toEqual(
          grantInOrder(available, [...first, ...second]),
        )
      }),
    )
  })
})
