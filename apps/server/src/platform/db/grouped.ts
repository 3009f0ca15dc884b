import { createGroupQueue, type GroupLimits, type GroupQueue, type RunTogether } from './group-queue.ts'

/** A statement that does for many what it does for one, and the queue of those who wait for it. */
export interface Grouped<On, Item, Result> {
  /** The queue on a connection pool. */
  queueOn(on: On): (item: Item) => Promise<Result>
}

/**
 * The result of an item after the statement; an error that is thrown concerns that item alone, for all others are
 * written.
 */
export function tried<Result>(read: () => Result): Result | Error {
  try {
    return read()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Has everybody who waits for the same kind of statement share it: one queue for each pool. */
export function grouped<On extends object, Item, Result>(
  run: (on: On, items: readonly Item[]) => ReturnType<RunTogether<Item, Result>>,
  limits: GroupLimits<Item> = {},
): Grouped<On, Item, Result> {
  const queues = new WeakMap<On, GroupQueue<Item, Result>>()
  return {
    queueOn: on => {
      const queue = queues.get(on) ?? createGroupQueue<Item, Result>(items => run(on, items), limits)
      queues.set(on, queue)
      return item => queue.add(item)
    },
  }
}
