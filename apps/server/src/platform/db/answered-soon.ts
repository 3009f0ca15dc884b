import { DatabaseBusy } from './sql-states.ts'

/**
 * The database's answer to a monitor, which asks every few seconds and takes no answer for a bad one.
 * @throws {DatabaseBusy}
 */
export async function answeredSoon<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new DatabaseBusy('no answer in time')), PATIENCE_MS)
  try {
    return await Promise.race([asked, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

const PATIENCE_MS = 2_000
