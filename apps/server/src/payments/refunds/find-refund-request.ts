import { sql } from 'kysely'
import * as v from 'valibot'

import { askedRows, inPlace, type Placed } from '../../platform/db/asked.ts'
import type { GroupedRead, Read } from '../../platform/db/database.ts'
import { grouped } from '../../platform/db/grouped.ts'

const requestRow = v.object({
  reservationId: v.string(),
  purpose: v.picklist(['tickets', 'difference']),
  ticketNumbers: v.array(v.number()),
  amount: v.number(),
})

/** The yen that went back to a buyer, and for what. */
export type RefundRequest = v.InferOutput<typeof requestRow>

/** A completed change of time, the yen that were paid for it, and those that it gives back. */
export interface MoneyOfChange {
  readonly replaces: string
  readonly movesFrom: string
  readonly paid: number
  readonly refund: number
}

/** Reads a change of time by the id of its order. */
export const moneyOfChange: GroupedRead<string, MoneyOfChange | undefined> = grouped(async (read, ids) => {
  const { rows } = await sql<MoneyOfChange & Placed>`
    select asked.place::integer as place, orders.replaces, orders.moves_from as "movesFrom",
           coalesce((select p.amount from reservation_payments p join payment_attempts a on a.id = p.attempt_id
                      where a.order_id = orders.id limit 1), 0) as paid,
           coalesce((select q.amount from refund_requests q where q.order_id = orders.id limit 1), 0) as refund
      from ${askedRows({ id: ['uuid', ids] })} join orders on orders.id = asked.id
     where orders.replaces is not null and orders.moves_from is not null`.execute(read)
  return inPlace(ids, rows)
})

export async function findRefundRequest(read: Read, id: string): Promise<RefundRequest | undefined> {
  const row = await read
    .selectFrom('refund_requests')
    .select(['reservation_id as reservationId', 'purpose', 'ticket_ids as ticketNumbers', 'amount'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && v.parse(requestRow, row)
}
