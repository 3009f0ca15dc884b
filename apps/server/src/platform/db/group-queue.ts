import { retryConflicts } from './retry-conflicts.ts'
import { DatabaseBusy, mayPass } from './sql-states.ts'

/** Those who wait for one kind of statement. */
export interface GroupQueue<Item, Result> {
  /** Throws {@link DatabaseBusy} when too many wait. */
  add(item: Item): Promise<Result>
  /** Items that wait now; those under way are not counted. */
  waiting(): number
  /** For how long the first of those who have no answer yet has waited, in ms; 0 when nobody waits. */
  longestWaitMs(): number
  /** Too many wait. */
  isFull(): boolean
  /** Resolves when nothing waits and nothing is under way. */
  empty(): Promise<void>
}

export interface GroupLimits<Item> {
  /** Items of one group at most. Default 100: enough for a crowd, few enough that the database works on some while others are answered. */
  readonly most?: number
  /** Items that may wait. Default 5,000. */
  readonly mostWaiting?: number
  /** How long an item may wait for its group to begin, in ms. Default 5,000; then it fails as if too many waited. */
  readonly patienceMs?: number
  /**
   * The things that an item changes: it waits while another group changes the same, and holds up nobody else meanwhile.
   */
  readonly keysOf?: (item: Item) => ReadonlyArray<string | number>
  /** Those who change the same may share a group; without it one goes in a group, and the next sees what became of it. */
  readonly sharesKeys?: boolean
  /** Milliseconds of a clock that only goes forward. Default that of this process. */
  readonly now?: () => number
}

/** Does for all items what it does for one; answers with one result an item, in their order. An error is the fault of its item alone. */
export type RunTogether<Item, Result> = (items: readonly Item[]) => Promise<ReadonlyArray<Result | Error>>

/**
 * Groups that run at the same time. With more of them each group would be smaller, and a statement costs the same for few items
 * as for many.
 */
const MOST_IN_FLIGHT = 2
const MOST_WAITING = 5_000
const MOST_ITEMS = 100
const PATIENCE_MS = 5_000

interface Waiting<Item, Result> {
  readonly item: Item
  readonly keys: ReadonlyArray<string | number>
  readonly since: number
  readonly answer: (result: Result) => void
  readonly fail: (error: unknown) => void
}

/**
 * Collects the items that come while a group is under way, and runs them together: a crowd shares round trips and commits, and a
 * single visitor waits for nobody, for there is no timer. A group that the database ended because of a conflict runs again as a
 * whole; a fault of one item fails that item alone.
 */
export function createGroupQueue<Item, Result>(
  run: RunTogether<Item, Result>,
  limits: GroupLimits<Item>,
): GroupQueue<Item, Result> {
  const { most = MOST_ITEMS, mostWaiting = MOST_WAITING, patienceMs = PATIENCE_MS } = limits
  const { keysOf = () => [], sharesKeys = false, now = () => performance.now() } = limits

  /** In the order of arrival. */
  let waiting: Array<Waiting<Item, Result>> = []
  let keysWaitedFor = new Set<string | number>()
  const keysInFlight = new Set<string | number>()
  const inFlight = new Set<Promise<void>>()
  /** In the order of arrival, waiting or in flight. */
  const unanswered = new Set<Waiting<Item, Result>>()
  let isFlushPlanned = false

  function flush(): void {
    isFlushPlanned = false
    refuseLate()
    while (inFlight.size < MOST_IN_FLIGHT && waiting.length > 0) {
      const group = nextGroup()
      if (group.length === 0) return
      const keys = group.flatMap(one => one.keys)
      for (const key of keys) keysInFlight.add(key)
      const settled = settle(group).then(answer => {
        for (const key of keys) keysInFlight.delete(key)
        inFlight.delete(settled)
        flush()
        // The database begins with the next group before the answers to this one are written.
        setImmediate(answer)
      })
      inFlight.add(settled)
    }
  }

  /** While the database hangs, each group takes as long as a statement may: who came long ago is not kept waiting for several of them. */
  function refuseLate(): void {
    const oldest = now() - patienceMs
    const inTime = waiting.findIndex(({ since }) => since >= oldest)
    const late = waiting.splice(0, inTime === -1 ? waiting.length : inTime)
    if (late.length > 0) keysWaitedFor = new Set(waiting.flatMap(({ keys }) => keys))
    for (const { fail } of late) fail(new DatabaseBusy('an item waited too long for its statement'))
  }

  /** Items none of whose keys is in flight, or wanted by an earlier item that must wait. */
  function nextGroup(): ReadonlyArray<Waiting<Item, Result>> {
    const group: Array<Waiting<Item, Result>> = []
    const rest: Array<Waiting<Item, Result>> = []
    const taken = new Set<string | number>()
    const kept = new Set<string | number>()
    for (const one of waiting) {
      const isFree = one.keys.every(key => !keysInFlight.has(key) && !taken.has(key) && !kept.has(key))
      const isNext = isFree && group.length < most
      if (isNext) group.push(one)
      else rest.push(one)
      const later = isNext ? taken : kept
      if (!isNext || !sharesKeys) for (const key of one.keys) later.add(key)
    }
    waiting = rest
    keysWaitedFor = kept
    return group
  }

  /** Never throws: returns how those of the group are answered. */
  async function settle(group: ReadonlyArray<Waiting<Item, Result>>): Promise<() => void> {
    try {
      const results = await retryConflicts(() => run(group.map(({ item }) => item)))
      if (results.length !== group.length) throw new Error('a group was not answered once for each item')
      return () => {
        for (const [index, result] of results.entries())
          if (result instanceof Error) group[index]?.fail(result)
          else group[index]?.answer(result)
      }
    } catch (error) {
      // An error that may pass (a lost connection, a conflict) concerns all; any other is about one item.
      if (group.length > 1 && !mayPass(error)) return settleHalves(group)
      return () => {
        for (const { fail } of group) fail(error)
      }
    }
  }

  /** The one at fault is soon alone. */
  async function settleHalves(group: ReadonlyArray<Waiting<Item, Result>>): Promise<() => void> {
    const half = Math.ceil(group.length / 2)
    const first = await settle(group.slice(0, half))
    const second = await settle(group.slice(half))
    return () => {
      first()
      second()
    }
  }

  const isFull = (): boolean => waiting.length >= mostWaiting

  return {
    add: item => {
      if (isFull()) return Promise.reject(new DatabaseBusy('too many items wait for one statement'))
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const keys = keysOf(item)
      // An item whose keys are in flight waits: the queue is looked at again when those return, so nothing is searched
      // for each item that comes.
      const isBlocked = keys.some(key => keysInFlight.has(key) || keysWaitedFor.has(key))
      const one: Waiting<Item, Result> = {
        item,
        keys,
        since: now(),
        answer: result => {
          unanswered.delete(one)
          resolve(result)
        },
        fail: error => {
          unanswered.delete(one)
          reject(error)
        },
      }
      unanswered.add(one)
      waiting.push(one)
      for (const key of keys) keysWaitedFor.add(key)
      if (!isBlocked && !isFlushPlanned) {
        isFlushPlanned = true
        // Items that arrive in one turn of the event loop share a group.
        setImmediate(flush)
      }
      return promise
    },
    waiting: () => waiting.length,
    longestWaitMs: () => {
      const first = unanswered.values().next().value
      return first === undefined ? 0 : now() - first.since
    },
    isFull,
    empty: async () => {
      while (inFlight.size > 0 || waiting.length > 0) {
        flush()
        await Promise.all(inFlight)
      }
    },
  }
}
