import { sql } from 'kysely'

import type { Tx } from '../platform/db/database.ts'
import { listed } from '../platform/db/list.ts'
import { hashToken, type Tokens } from '../platform/tokens.ts'
import { PAID_YEN } from './paid-yen.ts'
import { newReservationToken } from './reservation-token.ts'
import { tellPasses } from './tell-passes.ts'
import { newTicketCode } from './ticket-code.ts'

/** A reservation that is about to be moved, locked. */
export interface MovingReservation {
  readonly id: string
  readonly siteKey: string
  readonly status: string
  /** The newest completed order of it. */
  readonly orderId: string
  readonly tokenGeneration: number
  /** The yen that are paid and were not given back. */
  readonly paid: number
  readonly tickets: readonly MovingTicket[]
}

/** A ticket that admits somebody, or did. */
export interface MovingTicket {
  readonly number: number
  readonly type: string
  readonly productId: number
  readonly timeSpanId: number
  /** Null for a set product. */
  readonly optionValueId: number | null
  readonly uid: string
  readonly codeVersion: number
  readonly isUsed: boolean
  readonly isHandedOn: boolean
}

/** Locks a reservation with those of its tickets that are not revoked, until the transaction ends. */
export async function lockMoving(tx: Tx, reservationId: string): Promise<MovingReservation> {
  const reservation = await tx
    .selectFrom('reservations as reservation')
    .select([
      'id',
      'site_key as siteKey',
      'status',
      'order_id as orderId',
      'token_generation as tokenGeneration',
      PAID_YEN.as('paid'),
    ])
    .where('id', '=', reservationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { rows } = await sql<MovingTicket>`
    select t.id as number, t.type, t.product_id as "productId", t.time_span_id as "timeSpanId",
           t.option_value_id as "optionValueId", t.uid, t.code_version as "codeVersion",
           t.used_at is not null as "isUsed", t.handed_on_at is not null as "isHandedOn"
      from tickets t
     where t.reservation_id = ${reservationId}::uuid and t.revoked_at is null
     order by t.id for no key update of t`.execute(tx)
  return { ...reservation, tickets: rows }
}

/** A ticket with its new time and price. */
export interface MovedTicket extends Pick<MovingTicket, 'number' | 'uid' | 'codeVersion' | 'productId'> {
  readonly timeSpanId: number
  /** Yen. */
  readonly price: number
}

export interface Move {
  readonly reservation: Pick<MovingReservation, 'id' | 'tokenGeneration'>
  /** The order that moves it, and its payment, in yen. */
  readonly orderId: string
  readonly payment: { readonly attemptId: string; readonly amount: number }
  readonly tickets: readonly MovedTicket[]
}

/**
 * Moves a reservation: it keeps its row, number and payments, and gets a new token; the old one is remembered. Every
 * ticket gets a code of the next version, so that no earlier copy is let in. The caller has locked both.
 */
export async function moveReservation(
  tx: Tx,
  tokens: Tokens,
  { reservation: { id, tokenGeneration }, orderId, payment, tickets }: Move,
): Promise<void> {
  await sql`
    insert into former_reservation_tokens (token_hash, reservation_id, replaced_at)
    select token_hash, id, now() from reservations where id = ${id}::uuid`.execute(tx)
  const next = tokenGeneration + 1
  await tx
    .updateTable('reservations')
    .set({
      order_id: orderId,
      token_generation: next,
      token_hash: hashToken(newReservationToken(tokens, { id, tokenGeneration: next })),
    })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('reservation_payments')
    .values({
      reservation_id: id,
      attempt_id: payment.attemptId,
      amount: payment.amount,
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  const moved = tickets.map(({ number, uid, codeVersion, ...ticket }) => {
    const origin = { reservationId: id, number, uid, codeVersion: codeVersion + 1 }
    return { ...ticket, ...origin, codeHash: hashToken(newTicketCode(tokens, origin)) }
  })
  await sql`
    update tickets as t
       set code_version = m.code_version, code_hash = m.code_hash, product_id = m.product_id,
           time_span_id = m.time_span_id, price = m.price
      from ${listed('m', {
        number: ['int', moved.map(({ number }) => number)],
        code_version: ['int', moved.map(({ codeVersion }) => codeVersion)],
        code_hash: ['bytea', moved.map(({ codeHash }) => codeHash)],
        product_id: ['int', moved.map(({ productId }) => productId)],
        time_span_id: ['int', moved.map(({ timeSpanId }) => timeSpanId)],
        price: ['int', moved.map(({ price }) => price)],
      })}
     where t.reservation_id = ${id}::uuid and t.id = m.number`.execute(tx)
  await tellPasses(tx, id)
}
