import { type RawBuilder, sql } from 'kysely'

import { fixed } from '../platform/db/fixed.ts'
import type { Tx } from '../platform/db/database.ts'
import { listed } from '../platform/db/list.ts'
import { hashToken, type Tokens } from '../platform/tokens.ts'
import { PAID_YEN } from './paid-yen.ts'
import { newReservationToken } from './reservation-token.ts'
import { insertPassJobs } from './tell-passes.ts'
import { newTicketCode } from './ticket-code.ts'

/** The reservation that a change of time moves. */
export interface MovingReservation {
  readonly id: string
  readonly reservationNumber: string
  readonly status: string
  /** The newest completed order of it. */
  readonly orderId: string
  readonly tokenGeneration: number
  /** The yen that are paid and were not given back. */
  readonly paid: number
  /** Its buyer has one, so that a move issues another. */
  readonly hasReceipt: boolean
  /** Those that are not revoked. */
  readonly tickets: readonly MovingTicket[]
}

/** A ticket that admits somebody, or did. */
export interface MovingTicket {
  readonly number: number
  readonly productId: number
  /** Null for a set product. */
  readonly optionValueId: number | null
  readonly uid: string
  readonly codeVersion: number
  /** Yen. */
  readonly price: number
  readonly isUsed: boolean
  readonly isHandedOn: boolean
}

/** The reservation of the change of time `orders`, as a column of a statement that has it among its tables; null for any other order. */
export const MOVING_RESERVATION = fixed(sql<MovingReservation | null>`(
  select json_build_object(
           'id', id, 'reservationNumber', number, 'status', status, 'orderId', order_id, 'tokenGeneration', token_generation, 'paid', ${PAID_YEN},
           'hasReceipt', exists (select from receipts where receipts.reservation_id = reservation.id),
           'tickets', (
             select coalesce(json_agg(json_build_object(
                      'number', t.id, 'productId', t.product_id, 'optionValueId', t.option_value_id, 'uid', t.uid,
                      'codeVersion', t.code_version, 'price', t.price, 'isUsed', t.used_at is not null,
                      'isHandedOn', t.handed_on_at is not null) order by t.id), '[]')
               from tickets t where t.reservation_id = reservation.id and t.revoked_at is null))
    from reservations reservation where reservation.id = orders.replaces)`)

/** Locks a reservation and its tickets until the transaction ends. */
export async function lockReservation(tx: Tx, id: string): Promise<void> {
  await sql`select from reservations where id = ${id}::uuid for no key update`.execute(tx)
  await sql`select from tickets where reservation_id = ${id}::uuid order by id for no key update`.execute(tx)
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

/** A move with the hashes of the new token and the new codes. */
export interface SignedMove {
  readonly reservationId: string
  readonly orderId: string
  readonly tokenGeneration: number
  readonly tokenHash: Buffer
  readonly payment: Move['payment']
  readonly tickets: ReadonlyArray<MovedTicket & { readonly codeHash: Buffer }>
}

/** Gives a moved reservation its next token, and each ticket a code of the next version, so that no earlier copy is let in. */
export function signMove(
  tokens: Tokens,
  { reservation: { id, ...former }, orderId, payment, tickets }: Move,
): SignedMove {
  const tokenGeneration = former.tokenGeneration + 1
  return {
    reservationId: id,
    orderId,
    tokenGeneration,
    tokenHash: hashToken(newReservationToken(tokens, { id, tokenGeneration })),
    payment,
    tickets: tickets.map(ticket => {
      const { number, uid } = ticket
      const codeVersion = ticket.codeVersion + 1
      const codeHash = hashToken(newTicketCode(tokens, { reservationId: id, number, uid, codeVersion }))
      return { ...ticket, codeVersion, codeHash }
    }),
  }
}

/**
 * Part of a statement: moves the reservations whose order is behind `ready`, a query of ids: each keeps its row, number and payments;
 * its former token is remembered. They and their tickets are locked.
 */
export function moveReservations(
  moves: readonly SignedMove[],
  ready: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const tickets = moves.flatMap(({ reservationId, tickets: own }) =>
    own.map(ticket => ({ ...ticket, reservationId })),
  )
  return sql`moves as (
    select m.id, m.order_id, m.token_generation, m.token_hash, m.attempt_id, m.amount from ${listed('m', {
      id: ['uuid', moves.map(({ reservationId }) => reservationId)],
      order_id: ['uuid', moves.map(({ orderId }) => orderId)],
      token_generation: ['int', moves.map(({ tokenGeneration }) => tokenGeneration)],
      token_hash: ['bytea', moves.map(({ tokenHash }) => tokenHash)],
      attempt_id: ['uuid', moves.map(({ payment }) => payment.attemptId)],
      amount: ['int', moves.map(({ payment }) => payment.amount)],
    })} where m.order_id in (${ready})
  ), former_tokens as (
    insert into former_reservation_tokens (token_hash, reservation_id, replaced_at)
    select r.token_hash, r.id, now() from reservations r where r.id in (select id from moves)
  ), moved_reservations as (
    update reservations r set order_id = m.order_id, token_generation = m.token_generation, token_hash = m.token_hash
      from moves m where r.id = m.id
  ), moving_payments as (
    insert into reservation_payments (reservation_id, attempt_id, amount, created_at)
    select id, attempt_id, amount, clock_timestamp() from moves
  ), moved_tickets as (
    update tickets as t
       set code_version = m.code_version, code_hash = m.code_hash, product_id = m.product_id,
           time_span_id = m.time_span_id, price = m.price
      from ${listed('m', {
        reservation_id: ['uuid', tickets.map(({ reservationId }) => reservationId)],
        number: ['int', tickets.map(({ number }) => number)],
        code_version: ['int', tickets.map(({ codeVersion }) => codeVersion)],
        code_hash: ['bytea', tickets.map(({ codeHash }) => codeHash)],
        product_id: ['int', tickets.map(({ productId }) => productId)],
        time_span_id: ['int', tickets.map(({ timeSpanId }) => timeSpanId)],
        price: ['int', tickets.map(({ price }) => price)],
      })}
     where t.reservation_id = m.reservation_id and t.id = m.number and t.reservation_id in (select id from moves)
  ), pass_jobs as (${insertPassJobs(
    moves.map(({ reservationId }) => reservationId),
    sql`reservation_id in (select id from moves)`,
  )})`
}
