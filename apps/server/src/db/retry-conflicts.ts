import { isConflict } from './sql-states.ts'

const MOST_TRIES = 5

/** Runs work again that the database ended because of a conflict; five times in all. */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === MOST_TRIES || !isConflict(error)) throw error
    }
  }
}
