/**
 * Data that is at most as old as the time that the cache is made for. Nothing is decided about stock by it; the rules and prices of
 * a new order may be a second old. All caches of one time begin anew at
 * the same moments, so what is made from another cache's values is no older than these. A wall clock that is set back makes nothing older.
 */
export interface ShortCache<T> {
  /**
   * The value of `key`, loaded at most once at a time however many callers ask (single flight). A failed load is not
   * kept.
   * @param load gets the value before, if the cache still has it.
   */
  read(key: string, load: (before?: Promise<T>) => Promise<T>): Promise<T>
}

/** Above this number of keys the old ones are dropped, and then those that were loaded first. */
const MOST_KEYS = 2_000

interface Entry<T> {
  readonly value: Promise<T>
  readonly until: number
}

interface ShortCacheOptions {
  /** How many values are kept at most. */
  readonly mostKeys?: number
}

/** Keeps answers for a moment and shares each load between concurrent callers. */
export function createShortCache<T>(
  clock: { monotonicMs(): number },
  milliseconds: number,
  { mostKeys = MOST_KEYS }: ShortCacheOptions = {},
): ShortCache<T> {
  const entries = new Map<string, Entry<T>>()

  const makeRoom = (now: number): void => {
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
    for (const key of entries.keys()) {
      if (entries.size < mostKeys) return
      entries.delete(key)
    }
  }

  return {
    read: (key, load) => {
      const now = clock.monotonicMs()
      const known = entries.get(key)
      if (known !== undefined && now < known.until) return known.value
      if (known === undefined && entries.size >= mostKeys) makeRoom(now)
      const until = (Math.floor(now / milliseconds) + 1) * milliseconds
      const entry = { value: load(known?.value), until }
      // As the last one: room is made of those before.
      entries.delete(key)
      entries.set(key, entry)
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return entry.value
    },
  }
}
