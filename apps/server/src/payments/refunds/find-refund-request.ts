import * as v from 'valibot'

import type { Read } from '../../db/database.ts'

const requestRow = v.object({
  reservationId: v.string(),
  purpose: v.picklist(['tickets', 'difference']),
  ticketNumbers: v.array(v.number()),
  amount: v.number(),
})

/** What went back to a buyer, in yen, and for what. */
export type RefundRequest = v.InferOutput<typeof requestRow>

export async function findRefundRequest(read: Read, id: string): Promise<RefundRequest | undefined> {
  const row = await read
    .selectFrom('refund_requests')
    .select(['reservation_id as reservationId', 'purpose', 'ticket_ids as ticketNumbers', 'amount'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && v.parse(requestRow, row)
}
