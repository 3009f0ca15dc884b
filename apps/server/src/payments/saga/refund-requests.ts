import { randomUUID } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { listed } from '../../platform/db/list.ts'

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
      is_spread: true,
      is_told_otherwise: request.isToldOtherwise ?? false,
      created_at: sql<Date>`now()`,
    })
    .execute()
}

/** Yen that go back to a buyer whose change of time led to a lower price. */
export interface OwedDifference extends Pick<NewRefundRequest, 'siteKey' | 'reservationId' | 'amount'> {
  readonly orderId: string
}

/**
 * Part of a statement: what the changes of time behind `ready`, a query of ids, owe. It is spread over the payments after the commit:
 * one may not be captured yet.
 */
export function oweDifferences(
  differences: readonly OwedDifference[],
  ready: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`owed_differences as (
    insert into refund_requests (id, site_key, reservation_id, purpose, ticket_ids, amount, reason, order_id, is_spread, created_at)
    select d.id, d.site_key, d.reservation_id, 'difference', '{}', d.amount, 'moved to a cheaper time', d.order_id, false, now()
      from ${listed('d', {
        id: ['uuid', differences.map(() => randomUUID())],
        site_key: ['text', differences.map(({ siteKey }) => siteKey)],
        reservation_id: ['uuid', differences.map(({ reservationId }) => reservationId)],
        amount: ['int', differences.map(({ amount }) => amount)],
        order_id: ['uuid', differences.map(({ orderId }) => orderId)],
      })}
     where d.order_id in (${ready})
  )`
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
