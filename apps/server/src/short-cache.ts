import type { Clock } from './clock.ts'

/** Data that is at most `milliseconds` old. Decisions never use it. */
export interface ShortCache<T> {
  /**
   * The value of `key`, loaded at most once at a time however many callers ask (single flight). A failed load is not
   * kept.
   */
  read(key: string, load: () => Promise<T>): Promise<T>
}

/** Above this number of keys all old ones are dropped. */
const MANY_KEYS = 2_000

interface Entry<T> {
  readonly value: Promise<T>
  readonly until: number
}

/** Keeps answers for a moment and shares each load between concurrent callers. */
export function createShortCache<T>(clock: Clock, milliseconds: number): ShortCache<T> {
  const entries = new Map<string, Entry<T>>()

  const dropOld = (now: number): void => {
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
  }

  return {
    read: (key, load) => {
      const now = clock.now()
      const known = entries.get(key)
      if (known !== undefined && now < known.until) return known.value
      if (entries.size >= MANY_KEYS) dropOld(now)
      const entry = { value: load(), until: now + milliseconds }
      entries.set(key, entry)
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return entry.value
    },
  }
}
