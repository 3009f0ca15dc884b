import type { Logger } from 'pino'

import { FOR_VISITORS } from '../platform/db/patience.ts'
import { runEvery } from '../platform/jobs/run-every.ts'

/** Orders whose visitors were told `busy` because the database did not answer: it may have written them, or do so yet. */
export interface DoubtfulOrders {
  add(orderIds: readonly string[]): void
  /** How many there are. */
  count(): number
  /** Ends what is due now. Throws when the database does not answer; they stay in doubt. */
  settleDue(): Promise<void>
  stop(): Promise<void>
}

export interface DoubtfulOrdersOptions {
  readonly log: Logger
  /** Ends an order if it exists, and gives its stock back. False: it does not exist, or has ended. */
  readonly endOrder: (orderId: string) => Promise<boolean>
  /** Milliseconds of a clock that only goes forward. Default that of this process. */
  readonly now?: () => number
}

/** After this time the database has given up every statement that it was sent, in ms. */
const SETTLED_AFTER_MS = (FOR_VISITORS.statement + 1) * 1000
const LOOK_EVERY_MS = 2_000

/**
 * Gives back what orders hold that nobody knows of: no visitor has their token. Without it their places would be lost until
 * their hold ends, which is also what happens when this process ends first.
 */
export function createDoubtfulOrders({
  log,
  endOrder,
  now = () => performance.now(),
}: DoubtfulOrdersOptions): DoubtfulOrders {
  /** Order to the time at which it is due. */
  const doubtful = new Map<string, number>()

  async function settleDue(): Promise<void> {
    let ended = 0
    for (const [orderId, dueAt] of doubtful) {
      if (dueAt > now()) continue
      if (await endOrder(orderId)) ended += 1
      doubtful.delete(orderId)
    }
    if (ended > 0) log.warn({ orders: ended }, 'orders that were written without an answer are ended')
  }

  const looking = runEvery(log, {
    intervalMs: LOOK_EVERY_MS,
    work: settleDue,
    failed: 'orders in doubt could not be looked for',
  })

  return {
    add: orderIds => {
      const dueAt = now() + SETTLED_AFTER_MS
      for (const orderId of orderIds) doubtful.set(orderId, dueAt)
    },
    count: () => doubtful.size,
    settleDue,
    stop: () => looking.stop(),
  }
}
