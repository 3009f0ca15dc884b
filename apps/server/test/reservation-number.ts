import type { Database } from '../src/platform/db/database.ts'

/** The number of the reservation that an order became. @throws with where its payments are, when there is none. */
export async function reservationNumberOf(db: Database, { id }: { readonly id: string }): Promise<string> {
  const found = await db.read(tx =>
    tx.selectFrom('reservations').select('number').where('order_id', '=', id).executeTakeFirst(),
  )
  if (found === undefined) throw new Error(`order ${id} has no reservation: ${await standingOf(db, id)}`)
  return found.number
}

async function standingOf(db: Database, orderId: string): Promise<string> {
  const attempts = await db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
      .select(['status', 'method', 'state', 'operation', 'failure', 'checks', 'needs_person'])
      .where('order_id', '=', orderId)
      .execute(),
  )
  return JSON.stringify(attempts)
}
