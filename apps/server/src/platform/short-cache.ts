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
  /** The newest value that was loaded, and when its load began. */
  last?: { readonly value: Promise<T>; readonly at: number } | undefined
  /** The value is the one before, because its load failed in a way that it outlives. */
  isOld?: boolean
}

interface ShortCacheOptions {
  /** How many values are kept at most. */
  readonly mostKeys?: number
  /** Errors that a value outlives: it is answered for so many ms after it was loaded, and is loaded anew behind the readers. */
  readonly outlives?: { readonly ms: number; readonly when: (error: unknown) => boolean }
}

/** Keeps answers for a moment and shares each load between concurrent callers. */
export function createShortCache<T>(
  clock: { monotonicMs(): number },
  milliseconds: number,
  { mostKeys = MOST_KEYS, outlives }: ShortCacheOptions = {},
): ShortCache<T> {
  const entries = new Map<string, Entry<T>>()

  const makeRoom = (now: number): void => {
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
    for (const key of entries.keys()) {
      if (entries.size < mostKeys) return
      entries.delete(key)
    }
  }

  const endOf = (now: number): number => (Math.floor(now / milliseconds) + 1) * milliseconds

  const outlived = ({ last }: Entry<T>): Promise<T> | undefined =>
    last !== undefined && outlives !== undefined && clock.monotonicMs() - last.at < outlives.ms
      ? last.value
      : undefined

  const keep = (key: string, entry: Entry<T>): Promise<T> => {
    // As the last one: room is made of those before.
    entries.delete(key)
    entries.set(key, entry)
    return entry.value
  }

  return {
    read: (key, load) => {
      const now = clock.monotonicMs()
      const known = entries.get(key)
      if (known !== undefined && now < known.until) return known.value
      if (known === undefined && entries.size >= mostKeys) makeRoom(now)
      const until = endOf(now)
      const loaded = load(known?.value)
      const old = known?.isOld === true ? outlived(known) : undefined
      if (known !== undefined && old !== undefined) {
        loaded.then(
          () => keep(key, { value: loaded, until, last: { value: loaded, at: now } }),
          () => undefined,
        )
        return keep(key, { value: old, until, last: known.last, isOld: true })
      }
      const entry: Entry<T> = {
        value: loaded.catch((error: unknown) => {
          const value = outlives?.when(error) === true ? outlived(entry) : undefined
          if (value === undefined) throw error
          entry.isOld = true
          return value
        }),
        until,
        last: known?.last,
      }
      loaded.then(
        () => (entry.last = { value: loaded, at: now }),
        () => undefined,
      )
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return keep(key, entry)
    },
  }
}
