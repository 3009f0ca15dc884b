import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'

export interface NewRefundRequest {
  readonly id: string
  readonly siteKey: string
  readonly reservationId: string
  /** The purpose of the money: tickets that are revoked, or the difference to a lower price. */
  readonly purpose: 'tickets' | 'difference'
  readonly ticketNumbers: readonly number[]
  /** Yen. */
  readonly amount: number
  readonly reason: string
  /** The change of time that it is for. */
  readonly orderId?: string
  /** False: it is spread over the payments later. */
  readonly isSpread?: boolean
  /** Another letter tells the buyer of it. */
  readonly isToldOtherwise?: boolean
}

/** Writes an amount that goes back to a buyer; its parts are the refunds that name it. */
export async function insertRefundRequest(tx: Tx, request: NewRefundRequest): Promise<void> {
  await tx
    .insertInto('refund_requests')
    .values({
      id: request.id,
      site_key: request.siteKey,
      reservation_id: request.reservationId,
      purpose: request.purpose,
      ticket_ids: [...request.ticketNumbers],
      amount: request.amount,
      reason: request.reason,
      order_id: request.orderId ?? null,
      is_spread: request.isSpread ?? true,
      is_told_otherwise: request.isToldOtherwise ?? false,
      created_at: sql<Date>`now()`,
    })
    .execute()
}

/**
 * The refund of a change to a cheaper time. It is spread over the payments after the commit: one may not be captured
 * yet.
 */
export async function oweDifference(
  tx: Tx,
  due: Pick<NewRefundRequest, 'siteKey' | 'reservationId' | 'amount'> & { readonly orderId: string },
): Promise<void> {
  await insertRefundRequest(tx, {
    ...due,
    id: randomUUID(),
    purpose: 'difference',
    ticketNumbers: [],
    reason: 'moved to a cheaper time',
    isSpread: false,
  })
}

/** The parts of a request are written: it needs no spreading. False: somebody else did it. */
export async function markSpread(tx: Tx, requestId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund_requests')
    .set({ is_spread: true })
    .where('id', '=', requestId)
    .where('is_spread', '=', false)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
