import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type ChannelShare, roomAfter, type SpanRoom, unitsFor } from './channel-shares.ts'
import { grantInOrder } from '../../test/grant-in-order.ts'

const SPAN = 7
const CHANNELS = ['web', 'pos', 'kiosk', 'OTA', 'spot'] as const
type Channel = (typeof CHANNELS)[number]

/** A time span whose units are sold one by one: it knows who has each, and counts anew before every sale. */
interface SlowSpan {
  readonly capacity: number
  readonly soldBy: readonly string[]
  readonly rules: ReadonlyArray<Omit<ChannelShare, 'used'>>
}

const soldBy = ({ soldBy: all }: SlowSpan, channel: string): number =>
  all.filter(one => one === channel).length

/** One entry for each unit that is promised to a channel and not sold yet. */
function promises(span: SlowSpan): string[] {
  return span.rules.flatMap(({ channel, share, isKept }) => {
    const left: string[] = []
    while (isKept && soldBy(span, channel) + left.length < share) left.push(channel)
    return left
  })
}

/** The span after one more unit was sold to the channel; undefined where it may not have one. */
function sellOne(span: SlowSpan, channel: string): SlowSpan | undefined {
  const free = span.capacity - span.soldBy.length
  const rule = span.rules.find(one => one.channel === channel)
  const promised = promises(span)
  if (free <= 0) return undefined
  if (rule !== undefined && !rule.usesPool && soldBy(span, channel) >= rule.share) return undefined
  return promised.includes(channel) || promised.length < free
    ? { ...span, soldBy: [...span.soldBy, channel] }
    : undefined
}

function sell(span: SlowSpan, channel: string, units: number): SlowSpan | undefined {
  let now: SlowSpan | undefined = span
  for (let sold = 0; now !== undefined && sold < units; sold += 1) now = sellOne(now, channel)
  return now
}

function mostOf(span: SlowSpan, channel: string): number {
  let units = 0
  for (let now = sellOne(span, channel); now !== undefined; now = sellOne(now, channel)) units += 1
  return units
}

const roomOf = (span: SlowSpan): SpanRoom => ({
  left: span.capacity - span.soldBy.length,
  shares: span.rules.map(rule => ({ ...rule, used: soldBy(span, rule.channel) })),
})

const channel = fc.constantFrom<Channel>(...CHANNELS)
const rule = fc.record({ channel, share: fc.nat(8), usesPool: fc.boolean(), isKept: fc.boolean() })
const rules = fc.uniqueArray(rule, { selector: one => one.channel, maxLength: 4 })
/** Anything may have happened before: capacity was lowered, shares were raised or came later than what was sold. */
const anySpan: fc.Arbitrary<SlowSpan> = fc.record({
  capacity: fc.nat(20),
  soldBy: fc.array(channel, { maxLength: 22 }),
  rules,
})
/** Nothing is promised that is not there. */
const soundSpan = anySpan.filter(span => span.soldBy.length + promises(span).length <= span.capacity)
const wants = fc.array(fc.tuple(channel, fc.integer({ min: 1, max: 6 })), { maxLength: 12 })

const grant = (room: SpanRoom, queue: ReadonlyArray<readonly [Channel, number]>): boolean[] =>
  grantInOrder(
    new Map([[SPAN, room]]),
    queue.map(([of, units]) => ({ channel: of, units: new Map([[SPAN, units]]) })),
  )

const web = (share: number, more: Partial<ChannelShare> = {}): ChannelShare => ({
  channel: 'web',
  share,
  used: 0,
  usesPool: true,
  isKept: true,
  ...more,
})

describe('what a channel can sell of a time span (R-1.17)', () => {
  test.each([
    ['all, where nothing is kept', { left: 5, shares: [] }, 'web', 5],
    ['what is common, where it has no share', { left: 5, shares: [web(2)] }, 'spot', 3],
    ['its share and what is common', { left: 5, shares: [web(2)] }, 'web', 5],
    ['its share alone', { left: 5, shares: [web(2, { usesPool: false })] }, 'web', 2],
    ['the rest of its share alone', { left: 4, shares: [web(2, { usesPool: false, used: 1 })] }, 'web', 1],
    ['what is common, once its share is sold', { left: 3, shares: [web(2, { used: 2 })] }, 'web', 3],
    ['what another’s share has become', { left: 5, shares: [web(2, { isKept: false })] }, 'spot', 5],
    [
      'its share alone after its release, as long as there is some',
      { left: 1, shares: [web(4, { usesPool: false, isKept: false, used: 1 })] },
      'web',
      1,
    ],
    ['nothing, where the capacity was lowered below what is taken', { left: -2, shares: [web(4)] }, 'web', 0],
    [
      'what there is, where the capacity was lowered below what is kept',
      { left: 1, shares: [web(4)] },
      'web',
      1,
    ],
    ['nothing common, where less is left than is kept', { left: 3, shares: [web(4)] }, 'spot', 0],
  ] satisfies ReadonlyArray<readonly [string, SpanRoom, Channel, number]>)('%s', (_, room, of, units) => {
    expect(unitsFor(room, of)).toBe(units)
  })

  test('is as many units as can be sold to it one by one', () => {
    fc.assert(
      fc.property(anySpan, channel, (span, of) => {
        expect(unitsFor(roomOf(span), of)).toBe(mostOf(span, of))
      }),
    )
  })

  test('never takes from another what is kept for it', () => {
    fc.assert(
      fc.property(soundSpan, channel, channel, (span, one, other) => {
        fc.pre(one !== other)
        const kept = promises(span).filter(of => of === other).length
        const after = roomAfter(roomOf(span), one, unitsFor(roomOf(span), one))
        expect(unitsFor(after, other)).toBeGreaterThanOrEqual(kept)
      }),
    )
  })

  test('is as before once what was taken is given back', () => {
    fc.assert(
      fc.property(anySpan, channel, fc.nat(6), (span, of, units) => {
        expect(roomAfter(roomAfter(roomOf(span), of, units), of, -units)).toEqual(roomOf(span))
      }),
    )
  })
})

describe('requests of several channels in one batch (S-2.01)', () => {
  test('get their units in the order they came, exactly while they can be sold one by one', () => {
    fc.assert(
      fc.property(anySpan, wants, (span, queue) => {
        let now = span
        grant(roomOf(span), queue).forEach((granted, index) => {
          const [of, units] = queue[index]!
          const sold = sell(now, of, units)
          expect(granted).toBe(sold !== undefined)
          now = sold ?? now
        })
      }),
    )
  })

  test('sell out what is common and every share that may sell of it', () => {
    fc.assert(
      fc.property(soundSpan, span => {
        const buyers = CHANNELS.flatMap(of => Array.from({ length: 25 }, () => [of, 1] as const))
        const granted = grant(roomOf(span), buyers).filter(Boolean).length
        const unsold = span.capacity - span.soldBy.length - granted
        const after = buyers.reduce((now, [of]) => sellOne(now, of) ?? now, span)
        expect(unsold).toBe(promises(after).length)
        // A channel without a share takes all that is not promised, and here everybody takes what they are promised.
        expect(unsold).toBe(0)
      }),
    )
  })

  test('two batches in a row decide like one', () => {
    fc.assert(
      fc.property(anySpan, wants, wants, (span, first, second) => {
        const granted = grant(roomOf(span), first)
        const between = first.reduce(
          (room, [of, units], index) => (granted[index] === true ? roomAfter(room, of, units) : room),
          roomOf(span),
        )
        expect([...granted, ...grant(between, second)]).toEqual(grant(roomOf(span), [...first, ...second]))
      }),
    )
  })

  test('all fit or not, whatever their order: a batch may be asked about as a whole', () => {
    fc.assert(
      fc.property(
        anySpan,
        fc.array(fc.tuple(channel, fc.integer({ min: 1, max: 3 })), { maxLength: 6 }),
        (span, queue) => {
          const isWhole = grant(roomOf(span), queue).every(Boolean)
          expect(grant(roomOf(span), queue.toReversed()).every(Boolean)).toBe(isWhole)
          const bySum = Array.from(
            Map.groupBy(queue, ([of]) => of),
            ([of, all]) => [of, all.reduce((sum, [, units]) => sum + units, 0)] as const,
          )
          expect(grant(roomOf(span), bySum).every(Boolean)).toBe(isWhole)
        },
      ),
    )
  })
})
