import { type IsoDate, jstDateOf } from '../jst-date.ts'
import { type Counts, type Flow, flowsOf, NO_COUNTS } from './flows.ts'
import type { VisitHistory, VisitVersion } from './history.ts'
import { type MoneyShare, mergedShares, reversed } from './shares.ts'

/** The amounts that become sales on a day because the visit is then, less those that cease to be. */
export interface Recognised {
  readonly day: IsoDate
  readonly yen: number
  readonly shares: readonly MoneyShare[]
  readonly counts: Counts
  readonly version: VisitVersion
}

const MICROS_PER_MS = 1_000

/** The day in Japan of a flow. */
export function dayOf({ at }: Pick<Flow, 'at'>): IsoDate {
  return jstDateOf(Math.floor(at / MICROS_PER_MS))
}

/**
 * The sales of a reservation by the days of its visit. What was paid counts from the first day of the visit on, as it stands at the end of
 * each day: what happens later counts on its own day, and a visit that is moved to a later day afterwards is taken out until then.
 */
export function recognisedOf(history: VisitHistory): Recognised[] {
  const flows = flowsOf(history)
  const days = new Set([...flows.map(dayOf), ...history.versions.map(({ visitDate }) => visitDate)])
  let before: Standing = NOTHING
  return [...days].toSorted().flatMap(day => {
    const until = flows.filter(flow => dayOf(flow) <= day)
    const newest = until.at(-1)
    if (newest === undefined) return []
    const now = newest.version.visitDate <= day ? standingOf(until) : NOTHING
    const shares = mergedShares([...now.shares, ...reversed(before.shares)])
    const counts = minus(now.counts, before.counts)
    const yen = now.yen - before.yen
    before = now
    const isNothing = shares.length === 0 && Object.values(counts).every(count => count === 0)
    return isNothing ? [] : [{ day, yen, shares, counts, version: newest.version }]
  })
}

interface Standing {
  readonly yen: number
  readonly shares: readonly MoneyShare[]
  readonly counts: Counts
}

const NOTHING: Standing = { yen: 0, shares: [], counts: NO_COUNTS }

function standingOf(flows: readonly Flow[]): Standing {
  return flows.reduce<Standing>(
    (sum, { yen, shares, counts }) => ({
      yen: sum.yen + yen,
      shares: [...sum.shares, ...shares],
      counts: plus(sum.counts, counts),
    }),
    NOTHING,
  )
}

export function plus(one: Counts, other: Counts): Counts {
  return combined(one, other, (a, b) => a + b)
}

/** The counts of so many of the same. */
export function times(one: Counts, count: number): Counts {
  return combined(one, one, each => each * count)
}

function minus(one: Counts, other: Counts): Counts {
  return combined(one, other, (a, b) => a - b)
}

function combined(one: Counts, other: Counts, by: (a: number, b: number) => number): Counts {
  return {
    visits: by(one.visits, other.visits),
    cancelledVisits: by(one.cancelledVisits, other.cancelledVisits),
    tickets: by(one.tickets, other.tickets),
    refundedTickets: by(one.refundedTickets, other.refundedTickets),
    gross: by(one.gross, other.gross),
    membership: by(one.membership, other.membership),
    coupon: by(one.coupon, other.coupon),
    method: by(one.method, other.method),
    changes: by(one.changes, other.changes),
    refunds: by(one.refunds, other.refunds),
  }
}
