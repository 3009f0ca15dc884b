import type { Logger } from 'pino'

import { isDatabaseAway } from '../db/sql-states.ts'
import { runEvery } from '../jobs/run-every.ts'

/** Outcomes of keys that could not be written, because the database was away. */
export interface UnwrittenKeys {
  /** Writes now, or else once the database is back. Never throws: the caller has their answer. */
  write(write: () => Promise<unknown>): Promise<void>
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1_000
/** More requests than that are not under way in one process; beyond it a key waits for the end of its lease. */
const MOST = 10_000

/**
 * Without it a visitor who was told `busy`, and asks again with the same key, would be told until the end of the lease
 * that somebody is at it.
 */
export function createUnwrittenKeys(log: Logger): UnwrittenKeys {
  const waiting = new Set<() => Promise<unknown>>()

  async function writeWaiting(): Promise<void> {
    for (const write of waiting) {
      try {
        await write()
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        log.error({ err: error }, 'the outcome of a key is given up')
      }
      waiting.delete(write)
    }
  }

  const looking = runEvery(log, {
    intervalMs: LOOK_EVERY_MS,
    work: writeWaiting,
    failed: 'what became of requests with an idempotency key could not be written yet',
  })

  return {
    async write(write) {
      try {
        await write()
      } catch (error) {
        log.error({ err: error }, 'the answer of a request with an idempotency key could not be kept')
        if (isDatabaseAway(error) && waiting.size < MOST) waiting.add(write)
      }
    },
    stop: () => looking.stop(),
  }
}
