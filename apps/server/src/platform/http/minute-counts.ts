import type { Clock } from '../clock.ts'

const MINUTE_MS = 60_000

/** The count of one subject in the present minute. */
interface Counted {
  /** Requests of all processes, as they were when this one last looked. */
  total: number
  /** Requests to this process since then. */
  pending: number
  /** From when the next request beyond the limit is let through, in epoch ms; undefined before there was one. */
  laneOpensAt?: number
}

export interface Count {
  readonly current: number
  /** Until it makes sense to ask again, in ms: the end of the minute, or earlier. */
  readonly ttl: number
}

/** Requests that other processes have to know of. */
export interface Delta {
  readonly key: string
  readonly requests: number
}

/** Counts requests by their subject in each minute of the clock. */
export interface MinuteCounts {
  raise(key: string): Count
  /**
   * As `raise`, where a limit stands for what many strangers may do who share one network: beyond it requests still get
   * through at random moments, `LANE_PART` times as many as the limit in a minute. Nobody can take such a moment for
   * sure, so those who ask often get no more than their part of them, and their neighbours get theirs.
   */
  raiseShared(key: string, most: number): Count
  /** Takes a request back that turned out to cost nothing. */
  lower(key: string): void
  /** The present minute, since 1970, and what was counted in this process since it was last asked, of subjects that matter. */
  takeDeltas(): { readonly minute: number; readonly deltas: readonly Delta[] }
  /**
   * The sums after deltas were noted: all requests of the subject to all processes. A minute that is over is forgotten.
   */
  learn(minute: number, totals: ReadonlyMap<string, number>): void
  /** The deltas were not noted, and count as before. */
  giveBack(minute: number, deltas: readonly Delta[]): void
}

/** A subject that asks less often in a minute is told to no other process: a crowd of visitors costs nothing. */
const TOLD_FROM = 5
/** Subjects that are counted at most; the oldest are forgotten. */
const MOST_SUBJECTS = 100_000

/** The requests beyond a limit that one process lets through in a minute, as a multiple of the limit. */
const LANE_PART = 2
/** A visitor who was refused beside an open lane should ask again after this time, in ms. */
const LANE_RETRY_MS = 2_000

/** @param random a number from 0 to 1. */
export function createMinuteCounts(
  clock: Pick<Clock, 'now'>,
  random: () => number = Math.random,
): MinuteCounts {
  let minute = -1
  let counted = new Map<string, Counted>()

  function present(): Map<string, Counted> {
    const now = Math.floor(clock.now() / MINUTE_MS)
    if (now !== minute) {
      minute = now
      counted = new Map()
    }
    return counted
  }

  function count(key: string): Counted {
    const subjects = present()
    const one = subjects.get(key) ?? { total: 0, pending: 0 }
    one.pending += 1
    subjects.set(key, one)
    const [oldest] = subjects.size > MOST_SUBJECTS ? subjects.keys() : []
    if (oldest !== undefined) subjects.delete(oldest)
    return one
  }

  function opensLane(one: Counted, most: number): boolean {
    const now = clock.now()
    if (one.laneOpensAt !== undefined && now < one.laneOpensAt) return false
    const isOpen = one.laneOpensAt !== undefined
    one.laneOpensAt = now + (random() * 2 * MINUTE_MS) / (LANE_PART * most)
    return isOpen
  }

  const untilTheMinuteEnds = (): number => MINUTE_MS - (clock.now() % MINUTE_MS)

  return {
    raise(key) {
      const { total, pending } = count(key)
      return { current: total + pending, ttl: untilTheMinuteEnds() }
    },
    raiseShared(key, most) {
      const one = count(key)
      const current = one.total + one.pending
      if (current <= most) return { current, ttl: untilTheMinuteEnds() }
      const ttl = Math.min(LANE_RETRY_MS, untilTheMinuteEnds())
      return { current: opensLane(one, most) ? most : current, ttl }
    },
    lower(key) {
      const one = present().get(key)
      if (one !== undefined) one.pending -= 1
    },
    takeDeltas() {
      const deltas = []
      for (const [key, count] of present()) {
        if (count.pending <= 0 || count.total + count.pending < TOLD_FROM) continue
        deltas.push({ key, requests: count.pending })
        // They count as told at once, so that none is told twice.
        count.total += count.pending
        count.pending = 0
      }
      return { minute, deltas }
    },
    learn(of, totals) {
      const subjects = present()
      if (of !== minute) return
      for (const [key, total] of totals) {
        const count = subjects.get(key)
        if (count !== undefined) count.total = total
      }
    },
    giveBack(of, deltas) {
      const subjects = present()
      if (of !== minute) return
      for (const { key, requests } of deltas) {
        const count = subjects.get(key)
        if (count === undefined) continue
        count.total -= requests
        count.pending += requests
      }
    },
  }
}
