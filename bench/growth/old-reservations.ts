import type { Database } from '@kippu/server/platform/db/database'
import { hashToken, type Tokens } from '@kippu/server/platform/tokens'
import { sql } from 'kysely'

/** Tokens of a reservation that the fill wrote, and of its order. */
export interface OldReservation {
  readonly reservation: string
  readonly order: string
}

/** How many are chosen. */
export const OLD = 200

interface Row {
  readonly id: string
  readonly order_id: string
}

/** Chooses reservations at random and gives them tokens that open them: the fill knows no secret. */
export function chooseOld(own: Database, tokens: Tokens): Promise<OldReservation[]> {
  return own.transaction(async tx => {
    const { rows } = await sql<Row>`
      select r.id, r.order_id from generate_series(1, ${OLD}::int) as place,
             lateral (select gen_random_uuid() as id where place > 0) as drawn,
             lateral (select id, order_id from reservations where id >= drawn.id order by id limit 1) as r`.execute(
      tx,
    )
    const chosen: OldReservation[] = []
    for (const { id, order_id: orderId } of rows) {
      const [reservation, order] = [tokens.derive('reservation', id), tokens.derive('order', orderId)]
      const opened = { token_hash: hashToken(reservation) }
      await tx.updateTable('reservations').set(opened).where('id', '=', id).execute()
      await tx
        .updateTable('orders')
        .set({ token_hash: hashToken(order) })
        .where('id', '=', orderId)
        .execute()
      chosen.push({ reservation, order })
    }
    return chosen
  })
}
