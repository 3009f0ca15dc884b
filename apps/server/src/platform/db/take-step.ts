import type { Database, GroupedRead, GroupedWrite } from './database.ts'
import { DatabaseBusy } from './sql-states.ts'

/** The read and the write of a step. The write answers `undefined` when a row has changed since it was read. */
export interface Step<Question, Found, Change, Written> {
  readonly read: GroupedRead<Question, Found>
  readonly write: GroupedWrite<Change, Written | undefined>
  /** Called before a write, and after one that took effect: where tests stop the world. */
  readonly before?: (change: Change) => Promise<void>
  readonly after?: (change: Change) => Promise<void>
}

/** The result of a decision: an answer at once, or a change to be written, and the answer after it. */
export type Decision<Change, Written, Answer> =
  | { readonly answer: Answer }
  | { readonly change: Change; readonly answerOf: (written: Written) => Answer }

/** How often a step is decided again because others changed the row first. */
const MOST_TRIES = 10

/**
 * Takes one step: one read, one pure decision, one compare-and-set write. No transaction is open while it is decided.
 * When somebody else changed what was read, it is read and decided again.
 *
 * @throws {DatabaseBusy} when others were faster ten times.
 */
export async function takeStep<Question, Found, Change, Written, Answer>(
  db: Database,
  { read, write, before, after }: Step<Question, Found, Change, Written>,
  question: Question,
  decide: (found: Found) => Decision<Change, Written, Answer>,
): Promise<Answer> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const decision = decide(await db.find(read, question))
    if ('answer' in decision) return decision.answer
    await before?.(decision.change)
    const written = await db.write(write, decision.change)
    if (written === undefined) continue
    await after?.(decision.change)
    return decision.answerOf(written)
  }
  throw new DatabaseBusy('others changed the same row all the time')
}
