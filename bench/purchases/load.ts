import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

export interface Load<Snapshot> {
  readonly buyers: number
  /** At least so long are the load before the window, and the window. */
  readonly leadSeconds: number
  readonly windowSeconds: number
  /** The action that each buyer repeats. */
  readonly act: () => Promise<void>
  /** Called as the window begins and as it ends, on full load. */
  readonly look: () => Promise<Snapshot>
}

export interface LoadResult<Snapshot> {
  readonly from: Snapshot
  readonly to: Snapshot
  /** Quantiles of the actions that ended in the window, in ms. */
  readonly p50: number
  readonly p99: number
}

const LOOK_EVERY_MS = 10
/** Buyers join one after the other, so that they do not all do the same thing at the same time. */
const JOIN_MS = 1_500

/**
 * Runs the given number of buyers, each starting again as soon as they are done. The window begins once each has bought
 * since the last one joined, and ends once each has bought again; nobody joins or leaves inside it. Every action that
 * began is completed.
 *
 * @throws when one fails.
 */
export async function runLoad<Snapshot>({
  buyers,
  leadSeconds,
  windowSeconds,
  act,
  look,
}: Load<Snapshot>): Promise<LoadResult<Snapshot>> {
  const ends: Array<{ readonly at: number; readonly ms: number }> = []
  let isOver = false
  const buyAgain = async (_none: unknown, buyer: number): Promise<void> => {
    await delay((JOIN_MS * buyer) / buyers)
    while (!isOver) {
      const since = performance.now()
      await act()
      const at = performance.now()
      ends.push({ at, ms: at - since })
    }
  }
  const all = Promise.all(Array.from({ length: buyers }, buyAgain))
  const untilOneEach = async (leastMs: number): Promise<void> => {
    const before = ends.length
    await Promise.race([all, delay(leastMs)])
    while (ends.length < before + buyers) await Promise.race([all, delay(LOOK_EVERY_MS)])
  }
  try {
    await Promise.race([all, delay(JOIN_MS)])
    await untilOneEach(leadSeconds * 1000 - JOIN_MS)
    const from = await look()
    const begin = performance.now()
    await untilOneEach(windowSeconds * 1000)
    const to = await look()
    const end = performance.now()
    isOver = true
    await all
    const latencies = ends
      .filter(({ at }) => at > begin && at <= end)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b)
    return { from, to, p50: shareOf(latencies, 0.5), p99: shareOf(latencies, 0.99) }
  } finally {
    isOver = true
  }
}

function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
