import * as v from 'valibot'

import type { Read } from '../../platform/db/database.ts'

const requestRow = v.object({
  reservationId: v.string(),
  purpose: v.picklist(['tickets', 'difference']),
  ticketNumbers: v.array(v.number()),
  amount: v.number(),
})

/** The yen that went back to a buyer, and for what. */
export type RefundRequest = v.InferOutput<typeof requestRow>

/** The yen that were paid for a change of time, and those that it gives back. */
export async function findChangeMoney(
  read: Read,
  orderId: string,
): Promise<{ readonly paid: number; readonly refund: number }> {
  const paid = await read
    .selectFrom('reservation_payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .select('p.amount')
    .where('a.order_id', '=', orderId)
    .executeTakeFirst()
  const owed = await read
    .selectFrom('refund_requests')
    .select('amount')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return { paid: paid?.amount ?? 0, refund: owed?.amount ?? 0 }
}

export async function findRefundRequest(read: Read, id: string): Promise<RefundRequest | undefined> {
  const row = await read
    .selectFrom('refund_requests')
    .select(['reservation_id as reservationId', 'purpose', 'ticket_ids as ticketNumbers', 'amount'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && v.parse(requestRow, row)
}
