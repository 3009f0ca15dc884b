import { sql } from 'kysely'
import * as v from 'valibot'

import { visitOf, type VisitRow } from '../../orders/bought/bought-columns.ts'
import { askedRows, inPlace, type Placed } from '../../platform/db/asked.ts'
import type { GroupedRead, Read } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/fixed.ts'
import { grouped } from '../../platform/db/grouped.ts'

const requestRow = v.object({
  reservationId: v.string(),
  purpose: v.picklist(['tickets', 'difference']),
  ticketNumbers: v.array(v.number()),
  amount: v.number(),
})

/** The yen that went back to a buyer, and for what. */
export type RefundRequest = v.InferOutput<typeof requestRow>

/** A completed change of time: when the visit was before, the yen that were paid for it, and those that it gives back. */
export interface ToldChange {
  readonly replaces: string
  readonly was: VisitRow
  readonly paid: number
  readonly refund: number
}

const WAS = fixed(visitOf('former.time_span_id'))

/** Reads a change of time by the id of its order. */
export const toldChange: GroupedRead<string, ToldChange | undefined> = grouped(async (read, ids) => {
  const { rows } = await sql<ToldChange & Placed>`
    select asked.place::integer as place, orders.replaces, ${WAS} as was,
           coalesce((select p.amount from reservation_payments p join payment_attempts a on a.id = p.attempt_id
                      where a.order_id = orders.id limit 1), 0) as paid,
           coalesce((select q.amount from refund_requests q where q.order_id = orders.id limit 1), 0) as refund
      from ${askedRows({ id: ['uuid', ids] })} join orders on orders.id = asked.id
      join orders former on former.id = orders.moves_from
     where orders.replaces is not null`.execute(read)
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
