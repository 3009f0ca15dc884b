import type { Clock } from '../clock.ts'

const MINUTE_MS = 60_000

/** Of one subject in the present minute. */
interface Counted {
  /** Requests of all processes, as they were when this one last looked. */
  total: number
  /** Requests to this process since then. */
  pending: number
}

export interface Count {
  readonly current: number
  /** Until the minute ends, in ms. */
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
  /** The present minute, since 1970, and what was counted in this process since it was last asked, of subjects that matter. */
  takeDeltas(): { readonly minute: number; readonly deltas: readonly Delta[] }
  /** What became of deltas: all requests of the subject to all processes. A minute that is over is forgotten. */
  learn(minute: number, totals: ReadonlyMap<string, number>): void
  /** The deltas were not noted, and count as before. */
  giveBack(minute: number, deltas: readonly Delta[]): void
}

/** Whoever asks less often in a minute is told to no other process: a crowd of visitors costs nothing. */
const TOLD_FROM = 5
/** Subjects that are counted at most; the oldest are forgotten. */
const MOST_SUBJECTS = 100_000

export function createMinuteCounts(clock: Pick<Clock, 'now'>): MinuteCounts {
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

  return {
    raise(key) {
      const subjects = present()
      const count = subjects.get(key) ?? { total: 0, pending: 0 }
      count.pending += 1
      subjects.set(key, count)
      const [oldest] = subjects.size > MOST_SUBJECTS ? subjects.keys() : []
      if (oldest !== undefined) subjects.delete(oldest)
      return { current: count.total + count.pending, ttl: MINUTE_MS - (clock.now() % MINUTE_MS) }
    },
    takeDeltas() {
      const deltas = []
      for (const [key, count] of present()) {
        if (count.pending === 0 || count.total + count.pending < TOLD_FROM) continue
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
