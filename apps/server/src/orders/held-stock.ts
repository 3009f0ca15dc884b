import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'

/**
 * Stock of time spans: `taken` is always the sum of the units of a span's holds, so every statement here that
 * touches one touches the other in the same transaction. Rows are locked in one order, span, order, hold, so that a
 * sweeper, a buyer who gives back and a batch of new holds never wait for each other in a circle.
 */

/**
 * Locks a time span until the transaction ends. NO KEY: a second write to an order has the database check that its span
 * exists, and that check must not wait for a lock of stock, whose holder may wait for the order.
 */
export async function lockTimeSpan(tx: Tx, timeSpanId: number): Promise<void> {
  await tx.selectFrom('time_spans').select('id').where('id', '=', timeSpanId).forNoKeyUpdate().execute()
}

/** Gives back what an order holds; nothing when it holds nothing. The caller has locked the time span. */
export async function giveBackHold(tx: Tx, orderId: string): Promise<void> {
  const gone = await tx
    .deleteFrom('holds')
    .where('order_id', '=', orderId)
    .returning(['time_span_id', 'units'])
    .execute()
  for (const { time_span_id, units } of gone) await lowerTaken(tx, time_span_id, units)
}

/** Gives back the holds of a time span that have ended (S-2.03). The caller has locked the time span. */
export async function releaseEndedHolds(tx: Tx, timeSpanId: number): Promise<number> {
  const gone = await tx
    .deleteFrom('holds')
    .where('time_span_id', '=', timeSpanId)
    .where('expires_at', '<=', sql<Date>`now()`)
    .returning('units')
    .execute()
  const units = gone.reduce((sum, hold) => sum + hold.units, 0)
  if (units > 0) await lowerTaken(tx, timeSpanId, units)
  return units
}

/** A live hold that never ends by itself from now on; false when it has ended or is gone. */
export async function keepLiveHold(tx: Tx, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('holds')
    .set({ expires_at: null })
    .where('order_id', '=', orderId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** As {@link keepLiveHold} for a hold that may have ended: as long as its row is there, its units are still ours. */
export async function keepAnyHold(tx: Tx, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('holds')
    .set({ expires_at: null })
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes stock again for an order that had given it back (S-2.06). False when too little is left. */
export async function retakeHold(
  tx: Tx,
  {
    orderId,
    timeSpanId,
    units,
  }: { readonly orderId: string; readonly timeSpanId: number; readonly units: number },
): Promise<boolean> {
  const taken = await raiseTaken(tx, timeSpanId, units)
  if (!taken && (await releaseEndedHolds(tx, timeSpanId)) === 0) return false
  if (!taken && !(await raiseTaken(tx, timeSpanId, units))) return false
  const hold = { order_id: orderId, time_span_id: timeSpanId, units, expires_at: null }
  await tx.insertInto('holds').values(hold).execute()
  return true
}

async function raiseTaken(tx: Tx, timeSpanId: number, units: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('time_spans')
    .set(eb => ({ taken: eb('taken', '+', units) }))
    .where('id', '=', timeSpanId)
    .where(eb => eb(eb('taken', '+', units), '<=', eb.ref('capacity')))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function lowerTaken(tx: Tx, timeSpanId: number, units: number): Promise<void> {
  await tx
    .updateTable('time_spans')
    .set(eb => ({ taken: eb('taken', '-', units) }))
    .where('id', '=', timeSpanId)
    .execute()
}
