import { sql } from 'kysely'

import type { Read, Tx } from '../../db/database.ts'

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
export async function countEvents(read: Read, attemptId: string): Promise<number> {
  const { events } = await read
    .selectFrom('provider_events')
    .select(sql<number>`count(*)::integer`.as('events'))
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return events
}

/**
 * Deletes so many pieces of news at most, the oldest first, that are older than this; answers how many. Those of a payment
 * that waits for a person stay. Several may delete at once.
 */
export async function deleteOldEvents(
  tx: Tx,
  { days, most }: { readonly days: number; readonly most: number },
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('provider_events')
    .where(
      eb => eb.refTuple('provider', 'dedupe_key'),
      'in',
      eb =>
        eb
          .selectFrom('provider_events as old')
          .select(['old.provider', 'old.dedupe_key'])
          .where('old.received_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
          .where(old =>
            old.not(
              old.exists(
                old
                  .selectFrom('payment_attempts')
                  .select('id')
                  .whereRef('id', '=', 'old.attempt_id')
                  .where('needs_person', '=', true),
              ),
            ),
          )
          .orderBy('old.received_at')
          .limit(most)
          .forUpdate()
          .skipLocked()
          .$asTuple('provider', 'dedupe_key'),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
