import { retryConflicts } from './retry-conflicts.ts'
import { DatabaseBusy, isDatabaseAway, isFaultOfARow, sqlStateOf } from './sql-states.ts'

/** A statement that does for many what it does for one, and the queue of those who wait for it. */
export interface Grouped<On, Item, Result> {
  /** The queue on a connection pool; it throws {@link DatabaseBusy} beyond 5,000 waiting items. */
  queueOn(on: On): (item: Item) => Promise<Result>
}

/** Runs one statement for all items; answers with one result an item, in their order. An error is the fault of its item alone. */
type RunTogether<On, Item, Result> = (
  on: On,
  items: readonly Item[],
) => Promise<ReadonlyArray<Result | Error>>

/** What comes of an item after the statement; what is thrown concerns that item alone, for all others are written. */
export function tried<Result>(read: () => Result): Result | Error {
  try {
    return read()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/**
 * Groups that run at the same time. With more of them each group would be smaller, and a statement costs the same for few items
 * as for many.
 */
const MOST_IN_FLIGHT = 2
/** Items that may wait for a statement of their kind. */
const MOST_WAITING = 5_000
const MOST_ITEMS = 100

interface Waiting<Item, Result> {
  readonly item: Item
  readonly answer: (result: Result) => void
  readonly fail: (error: unknown) => void
}

/**
 * Collects the items that come while a group is under way, and runs the statement for all of them at once: a crowd shares
 * round trips and commits, and a single visitor waits for nobody, for there is no timer. A group that the database ended
 * because of a conflict runs again as a whole; a fault of one item fails that item alone. Of those that change the same, one
 * is under way at a time.
 */
export function grouped<On extends object, Item, Result>(
  run: RunTogether<On, Item, Result>,
  limits: GroupLimits<Item> = {},
): Grouped<On, Item, Result> {
  const queues = new WeakMap<On, (item: Item) => Promise<Result>>()
  return {
    queueOn: on => {
      const queue = queues.get(on) ?? createQueue<Item, Result>(items => run(on, items), limits)
      queues.set(on, queue)
      return queue
    },
  }
}

interface GroupLimits<Item> {
  /** Items of one statement at most. Default 100. */
  readonly most?: number
  /** What an item changes: of those that change the same, one goes in a group, and the next sees what became of it. */
  readonly keyOf?: (item: Item) => string
}

function createQueue<Item, Result>(
  run: (items: readonly Item[]) => Promise<ReadonlyArray<Result | Error>>,
  { most = MOST_ITEMS, keyOf }: GroupLimits<Item>,
): (item: Item) => Promise<Result> {
  let waiting: Array<Waiting<Item, Result>> = []
  /** Keys of what is under way: who changes the same waits for it, and holds up nobody else meanwhile. */
  const keysInFlight = new Set<string>()
  let inFlight = 0
  let isPlanned = false

  function flush(): void {
    isPlanned = false
    while (inFlight < MOST_IN_FLIGHT && waiting.length > 0) {
      const group = nextGroup()
      if (group.length === 0) return
      const keys = keyOf === undefined ? [] : group.map(({ item }) => keyOf(item))
      for (const key of keys) keysInFlight.add(key)
      inFlight += 1
      void settle(group).finally(() => {
        for (const key of keys) keysInFlight.delete(key)
        inFlight -= 1
        flush()
      })
    }
  }

  function nextGroup(): Array<Waiting<Item, Result>> {
    if (keyOf === undefined) return waiting.splice(0, most)
    const group = new Map<string, Waiting<Item, Result>>()
    const rest: Array<Waiting<Item, Result>> = []
    for (const one of waiting) {
      const key = keyOf(one.item)
      if (group.size < most && !group.has(key) && !keysInFlight.has(key)) group.set(key, one)
      else rest.push(one)
    }
    waiting = rest
    return [...group.values()]
  }

  async function settle(group: ReadonlyArray<Waiting<Item, Result>>): Promise<void> {
    try {
      const results = await retryConflicts(() => run(group.map(({ item }) => item)))
      if (results.length !== group.length)
        throw new Error('a grouped statement did not answer once for each item')
      for (const [index, result] of results.entries())
        if (result instanceof Error) group[index]?.fail(result)
        else group[index]?.answer(result)
    } catch (error) {
      if (group.length === 1 || !isFaultOfAnItem(error)) {
        for (const { fail } of group) fail(error)
        return
      }
      // Half of it at a time: the one at fault is soon alone.
      const half = Math.ceil(group.length / 2)
      await Promise.all([settle(group.slice(0, half)), settle(group.slice(half))])
    }
  }

  /** Of a row, or of an item of which no statement can be made. What ended the connection or the transaction concerns all. */
  function isFaultOfAnItem(error: unknown): boolean {
    return isFaultOfARow(error) || (sqlStateOf(error) === '' && !isDatabaseAway(error))
  }

  return item => {
    if (waiting.length >= MOST_WAITING)
      return Promise.reject(new DatabaseBusy('too many items wait for one statement'))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ item, answer: resolve, fail: reject })
    if (!isPlanned) {
      isPlanned = true
      // Items that arrive in one turn of the event loop share a group.
      setImmediate(flush)
    }
    return promise
  }
}
