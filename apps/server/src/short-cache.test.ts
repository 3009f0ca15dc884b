import { describe, expect, test } from 'vitest'

import { createShortCache } from './short-cache.ts'

function countingLoad() {
  let loads = 0
  return { load: async () => (loads += 1), loads: () => loads }
}

describe('a short cache', () => {
  test('loads once for all concurrent reads', async () => {
    const cache = createShortCache<number>({ now: () => 0 }, 1_000)
    const { load, loads } = countingLoad()
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.read('month', load)))
    expect(new Set(answers)).toEqual(new Set([1]))
    expect(loads()).toBe(1)
  })

  test('is never older than its time', async () => {
    let now = 0
    const cache = createShortCache<number>({ now: () => now }, 1_000)
    const { load } = countingLoad()
    await cache.read('month', load)
    now = 999
    expect(await cache.read('month', load)).toBe(1)
    now = 1_000
    expect(await cache.read('month', load)).toBe(2)
  })

  test('keeps keys separate', async () => {
    const cache = createShortCache<string>({ now: () => 0 }, 1_000)
    expect(await cache.read('a', async () => 'of a')).toBe('of a')
    expect(await cache.read('b', async () => 'of b')).toBe('of b')
  })

  test('does not keep a failure', async () => {
    const cache = createShortCache<string>({ now: () => 0 }, 1_000)
    await expect(cache.read('month', async () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.read('month', async () => 'back')).toBe('back')
  })
})
