import { describe, expect, test } from 'vitest'

import { createMinuteCounts } from './minute-counts.ts'

const MINUTE_MS = 60_000
const MOST = 600

/** The same numbers at each run. */
function numbers(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

describe('beyond a limit that strangers share', () => {
  /**
   * Neighbours behind one address who ask so often a second, for a minute whose limit is used up.
   * @returns for each of them what got through.
   */
  function neighbours(rates: readonly number[]): readonly number[] {
    let now = 0
    const counts = createMinuteCounts({ now: () => now }, numbers())
    for (let request = 0; request < MOST; request += 1) counts.raiseShared('a', MOST)
    const asked = rates
      .flatMap((rate, who) =>
        Array.from({ length: rate * 60 }, (_, index) => ({ who, at: (index * 1_000) / rate + who * 7 })),
      )
      .toSorted((a, b) => a.at - b.at)
    const through = rates.map(() => 0)
    for (const { who, at } of asked) {
      now = Math.min(at, MINUTE_MS - 1)
      if (counts.raiseShared('a', MOST).current <= MOST) through[who] = (through[who] ?? 0) + 1
    }
    return through
  }

  test('whoever asks alone gets through at most twice as often again', () => {
    const [alone = 0] = neighbours([100])
    expect(alone).toBeGreaterThan(MOST)
    expect(alone).toBeLessThan(2.3 * MOST)
  })

  test('each gets the part that they ask for, so an attacker does not keep out the others', () => {
    const [attacker = 0, honest = 0] = neighbours([41, 5])
    expect(honest / (attacker + honest)).toBeGreaterThan(0.5 * (5 / 46))
    expect(honest).toBeGreaterThan(40)
  })

  test('who is refused is told to come again soon, and not when the minute ends', () => {
    const counts = createMinuteCounts({ now: () => 0 }, () => 0.5)
    for (let request = 0; request < MOST; request += 1) counts.raiseShared('a', MOST)
    expect(counts.raiseShared('a', MOST)).toEqual({ current: MOST + 1, ttl: 2_000 })
  })

  test('a limit of guesses lets nothing through', () => {
    let now = 0
    const counts = createMinuteCounts({ now: () => now }, () => 0)
    for (let request = 0; request < MOST; request += 1) counts.raise('a')
    for (now = 0; now < MINUTE_MS; now += 100) expect(counts.raise('a').current).toBeGreaterThan(MOST)
  })
})

test('a request that is taken back is told to no other process', () => {
  const counts = createMinuteCounts({ now: () => 0 })
  for (let request = 0; request < 10; request += 1) counts.raise('a')
  for (let request = 0; request < 3; request += 1) counts.lower('a')
  expect(counts.takeDeltas().deltas).toEqual([{ key: 'a', requests: 7 }])
  counts.lower('a')
  expect(counts.takeDeltas().deltas).toEqual([])
  expect(counts.raise('a').current).toBe(7)
})
