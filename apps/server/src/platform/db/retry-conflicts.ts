import { setTimeout as delay } from 'node:timers/promises'

import { isConflict } from './sql-states.ts'

const MOST_TRIES = 5
/** Before the second try at most, in ms; each further one may wait twice as long. */
const LONGEST_FIRST_WAIT = 10

/**
 * Runs work again that the database ended because of a conflict; five times in all. Each waits for a moment of its own, so that
 * those who met do not meet again.
 */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === MOST_TRIES || !isConflict(error)) throw error
      await delay(Math.random() * LONGEST_FIRST_WAIT * 2 ** (tries - 1))
    }
  }
}
