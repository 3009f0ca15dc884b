import { sql } from 'kysely'

import type { Read, Tx } from '../../db/database.ts'

export interface NewEvent {
  readonly provider: string
  readonly dedupeKey: string
  readonly attemptId: string | null
  readonly payload: Readonly<Record<string, string>>
}

/** Stores a webhook event. False: it was already stored. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('provider_events')
    .values({
      provider: event.provider,
      dedupe_key: event.dedupeKey,
      attempt_id: event.attemptId,
      payload: JSON.stringify(event.payload),
      received_at: sql<Date>`now()`,
      // The attempt's `check_at` takes over the work in this transaction.
      processed_at: sql<Date>`now()`,
    })
    .onConflict(conflict => conflict.columns(['provider', 'dedupe_key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The number of webhook events of an attempt. */
export async function countEvents(read: Read, attemptId: string): Promise<number> {
  const { events } = await read
    .selectFrom('provider_events')
    .select(sql<number>`count(*)::integer`.as('events'))
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return events
}

/**
 * Deletes at most the given number of webhook events that are older than the given age, the oldest first; returns how
 * many. Events of a payment that waits for a person stay. Several servers may delete at once.
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
