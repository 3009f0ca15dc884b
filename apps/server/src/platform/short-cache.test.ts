import { describe, expect, test } from 'vitest'

import { createShortCache } from './short-cache.ts'

function countingLoad() {
  let loads = 0
  return { load: async () => (loads += 1), loads: () => loads }
}

describe('a short cache', () => {
  test('loads once for all concurrent reads', async () => {
    const cache = createShortCache<number>({ monotonicMs: () => 0 }, 1_000)
    const { load, loads } = countingLoad()
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.read('month', load)))
    expect(new Set(answers)).toEqual(new Set([1]))
    expect(loads()).toBe(1)
  })

  test('is never older than its time', async () => {
    let now = 0
    const cache = createShortCache<number>({ monotonicMs: () => now }, 1_000)
    const { load } = countingLoad()
    await cache.read('month', load)
    now = 999
    expect(await cache.read('month', load)).toBe(1)
    now = 1_000
    expect(await cache.read('month', load)).toBe(2)
  })

  test('keeps keys separate', async () => {
    const cache = createShortCache<string>({ monotonicMs: () => 0 }, 1_000)
    expect(await cache.read('a', async () => 'of a')).toBe('of a')
    expect(await cache.read('b', async () => 'of b')).toBe('of b')
  })

  test('begins anew at the same moments as every other of its time, so that what is made of them is no older', async () => {
    let now = 900
    const clock = { monotonicMs: () => now }
    const [rows, answers] = [createShortCache<number>(clock, 1_000), createShortCache<number>(clock, 1_000)]
    const { load } = countingLoad()
    const answer = () => answers.read('answer', () => rows.read('rows', load))
    expect(await answer()).toBe(1)
    now = 1_000
    expect(await answer()).toBe(2)
  })

  test('gives a load what was there before', async () => {
    let now = 0
    const cache = createShortCache<string>({ monotonicMs: () => now }, 1_000)
    const load = async (before?: Promise<string>) => `${(await before) ?? ''}x`
    expect(await cache.read('a', load)).toBe('x')
    now = 1_000
    expect(await cache.read('a', load)).toBe('xx')
    expect(await cache.read('b', load)).toBe('x')
  })

  test('keeps no more than it may: old values go first, then those that were loaded first', async () => {
    let now = 0
    const cache = createShortCache<number>({ monotonicMs: () => now }, 1_000, { mostKeys: 2 })
    const { load, loads } = countingLoad()
    await cache.read('old', load)
    now = 1_000
    for (const key of ['a', 'b', 'a']) await cache.read(key, load)
    expect(loads()).toBe(3)
    await cache.read('c', load)
    await cache.read('b', load)
    expect(loads()).toBe(4)
    await cache.read('a', load)
    expect(loads()).toBe(5)
  })

  describe('whose values outlive some errors', () => {
    const away = new Error('away')
    const outlives = { ms: 60_000, when: (error: unknown) => error === away }

    test('answers the former value while they last, until it is too old, and the newest after them', async () => {
      let now = 0
      let state: string | Error = 'first'
      const cache = createShortCache<string>({ monotonicMs: () => now }, 1_000, { outlives })
      const load = async () => {
        if (state instanceof Error) throw state
        return state
      }
      const read = () => cache.read('a', load)
      await read()
      state = away
      for (now of [1_000, 2_000, 30_000, 59_999]) expect(await read()).toBe('first')
      now = 60_000
      await expect(read()).rejects.toBe(away)
      state = 'second'
      now = 61_000
      expect(await read()).toBe('second')
      state = new Error('a bug')
      now = 62_000
      await expect(read()).rejects.toThrow('a bug')
    })

    test('nobody waits for the second load that fails, and the one that succeeds is read at the next moment', async () => {
      let now = 0
      const loads: PromiseWithResolvers<string>[] = []
      const cache = createShortCache<string>({ monotonicMs: () => now }, 1_000, { outlives })
      const read = () =>
        cache.read('a', () => {
          const next = Promise.withResolvers<string>()
          loads.push(next)
          return next.promise
        })
      const first = read()
      loads[0]?.resolve('first')
      await first
      now = 1_000
      const second = read()
      loads[1]?.reject(away)
      expect(await second).toBe('first')
      now = 2_000
      expect(await read()).toBe('first')
      loads[2]?.resolve('third')
      await loads[2]?.promise
      expect(await read()).toBe('third')
    })
  })

  test('makes room of what was loaded longest ago', async () => {
    let now = 0
    const cache = createShortCache<number>({ monotonicMs: () => now }, 1_000, { mostKeys: 2 })
    const { load, loads } = countingLoad()
    for (const key of ['hot', 'a']) await cache.read(key, load)
    now = 1_000
    for (const key of ['a', 'hot', 'b', 'hot']) await cache.read(key, load)
    expect(loads()).toBe(5)
  })

  test('does not keep a failure', async () => {
    const cache = createShortCache<string>({ monotonicMs: () => 0 }, 1_000)
    await expect(cache.read('month', async () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.read('month', async () => 'back')).toBe('back')
  })
})
