import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

export interface Load {
  readonly buyers: number
  /** Warm-up before the measurement, in seconds: the buyers start one after the other in its first half. */
  readonly rampSeconds: number
  /** The measured time, in seconds; extended until at least one purchase a buyer has ended. */
  readonly seconds: number
  /** The action that each buyer repeats. */
  readonly act: () => Promise<void>
  /** Called when the measured time begins and ends. */
  readonly atBegin: () => Promise<unknown>
  readonly atEnd: () => Promise<unknown>
}

export interface LoadResult {
  /** All completed actions, before, during and after the measured time. */
  readonly done: number
  /** The actions that ended within it. */
  readonly counted: number
  readonly perSecond: number
  /** Of one purchase, in ms. */
  readonly p50: number
  readonly p99: number
}

/**
 * Runs the given number of buyers, each starting again as soon as they are done. Every action that began is completed.
 * @throws when one fails.
 */
export async function runLoad({
  buyers,
  rampSeconds,
  seconds,
  act,
  atBegin,
  atEnd,
}: Load): Promise<LoadResult> {
  const ends: Array<{ readonly at: number; readonly ms: number }> = []
  let isOver = false
  const buyAgain = async (_none: unknown, buyer: number): Promise<void> => {
    // They start one after the other, so that they do not all do the same thing at the same time.
    await delay((rampSeconds * 1000 * buyer) / buyers / 2)
    while (!isOver) {
      const since = performance.now()
      await act()
      const at = performance.now()
      ends.push({ at, ms: at - since })
    }
  }
  const all = Promise.all(Array.from({ length: buyers }, buyAgain))
  try {
    await Promise.race([all, delay(rampSeconds * 1000)])
    await atBegin()
    const begin = performance.now()
    await Promise.race([all, delay(seconds * 1000)])
    const wanted = ends.filter(({ at }) => at <= begin).length + buyers
    while (ends.length < wanted) await Promise.race([all, delay(10)])
    const end = performance.now()
    await atEnd()
    isOver = true
    await all
    const counted = ends.filter(({ at }) => at > begin && at <= end)
    const latencies = counted.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const perSecond = counted.length / ((end - begin) / 1000)
    return {
      done: ends.length,
      counted: counted.length,
      perSecond,
      p50: at(latencies, 0.5),
      p99: at(latencies, 0.99),
    }
  } finally {
    isOver = true
  }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
