import type { Database, Tx } from '../src/platform/db/database.ts'
import { lockAttempt } from '../src/payments/attempts/attempt-queries.ts'

/** Ends with the test that holds it. */
export interface HeldAttempt extends AsyncDisposable {
  /** Writes with the attempt's lock, and lets others have it. */
  end(work?: (tx: Tx) => Promise<unknown>): Promise<void>
}

/** Somebody else has an attempt's row until they end. */
export async function holdAttempt(db: Database, attemptId: string): Promise<HeldAttempt> {
  const isLocked = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<(tx: Tx) => Promise<unknown>>()
  const held = db.transaction(async tx => {
    await lockAttempt(tx, attemptId)
    isLocked.resolve()
    const work = await mayEnd.promise
    await work(tx)
  })
  await isLocked.promise
  const end: HeldAttempt['end'] = async (work = async () => undefined) => {
    mayEnd.resolve(work)
    await held
  }
  return { end, [Symbol.asyncDispose]: () => end() }
}
