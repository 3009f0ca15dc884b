import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'

/** SQL of the news that providers send. */

export interface NewEvent {
  readonly provider: string
  readonly dedupeKey: string
  readonly attemptId: string | null
  readonly payload: Readonly<Record<string, string>>
}

/** Stores news of a provider. False: it was stored before. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('provider_events')
    .values({
      provider: event.provider,
      dedupe_key: event.dedupeKey,
      attempt_id: event.attemptId,
      payload: JSON.stringify(event.payload),
      received_at: sql<Date>`now()`,
      // Its work is handed over in this transaction, to the attempt's `check_at`.
      processed_at: sql<Date>`now()`,
    })
    .onConflict(conflict => conflict.columns(['provider', 'dedupe_key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** How many pieces of news an attempt has had. */
export async function countEvents(tx: Tx, attemptId: string): Promise<number> {
  const { events } = await tx
    .selectFrom('provider_events')
    .select(sql<number>`count(*)::integer`.as('events'))
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return events
}
