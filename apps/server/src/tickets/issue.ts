import { randomBytes, randomUUID } from 'node:crypto'

import { RESERVATION_NUMBER_LENGTH, reservationNumberFrom } from '@kippu/domain/reservation-number'
import type { TicketType } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'
import { hashToken, type Tokens } from '../tokens.ts'
import type { IssuedReservation } from './find-reservation.ts'
import { ticketCode } from './ticket-code.ts'

/** A ticket before it has a number. */
export interface NewTicket {
  readonly type: TicketType
  readonly productId: number
  readonly timeSpanId: number
  /** Null for a set product. */
  readonly optionValueId: number | null
  /** What it cost, in yen. */
  readonly price: number
}

export interface IssueTickets {
  readonly orderId: string
  readonly siteKey: string
  /** The payment behind it, null when nothing stands behind it; its money goes back, should the tickets be given back. */
  readonly payment: { readonly attemptId: string; readonly amount: number } | null
  readonly tickets: readonly NewTicket[]
  readonly tokens: Tokens
}

/** Writes the reservation of a paid order with its tickets, numbered from 1 (S-8.04, R-2.45). Once an order. */
export async function issueTickets(
  tx: Tx,
  { orderId, siteKey, payment, tickets, tokens }: IssueTickets,
): Promise<IssuedReservation> {
  const reservationId = randomUUID()
  const tokenHash = hashToken(tokens.derive('reservation', reservationId))
  const attemptId = payment?.attemptId ?? null
  const reservationNumber = await insertReservation(tx, {
    reservationId,
    orderId,
    siteKey,
    attemptId,
    tokenHash,
  })
  if (payment !== null) await addPayment(tx, { reservationId, ...payment })
  await insertTickets(tx, { reservationId, tickets, tokens })
  return { reservationId, reservationNumber }
}

interface AddPayment {
  readonly reservationId: string
  readonly attemptId: string
  /** Yen that were charged. */
  readonly amount: number
}

/** Puts a payment to those of a reservation. */
async function addPayment(tx: Tx, { reservationId, attemptId, amount }: AddPayment): Promise<void> {
  await tx
    .insertInto('reservation_payments')
    .values({
      reservation_id: reservationId,
      attempt_id: attemptId,
      amount,
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
}

type InsertTickets = Pick<IssueTickets, 'tickets' | 'tokens'> & { readonly reservationId: string }

/** One parameter a column, so that no order has too many tickets for a statement. */
async function insertTickets(tx: Tx, { reservationId, tickets, tokens }: InsertTickets): Promise<void> {
  const numbered = tickets.map((ticket, index) => {
    const origin = { reservationId, number: index + 1, uid: randomUUID(), codeVersion: 0 }
    return { ...ticket, ...origin, codeHash: hashToken(ticketCode(tokens, origin)) }
  })
  const setProducts = numbered.map(({ type, productId }) => (type === 'set' ? productId : null))
  await sql`
    insert into tickets (reservation_id, id, uid, type, product_id, time_span_id, option_value_id, set_product_id, price, code_hash)
    select ${reservationId}::uuid, t.* from unnest(
      ${numbered.map(ticket => ticket.number)}::int[], ${numbered.map(ticket => ticket.uid)}::uuid[],
      ${numbered.map(ticket => ticket.type)}::text[], ${numbered.map(ticket => ticket.productId)}::int[],
      ${numbered.map(ticket => ticket.timeSpanId)}::int[], ${numbered.map(ticket => ticket.optionValueId)}::int[],
      ${setProducts}::int[], ${numbered.map(ticket => ticket.price)}::int[],
      ${numbered.map(ticket => ticket.codeHash)}::bytea[]) as t`.execute(tx)
}

interface NewReservation {
  readonly reservationId: string
  readonly orderId: string
  readonly siteKey: string
  readonly attemptId: string | null
  readonly tokenHash: Buffer
}

/** 32¹⁰ numbers a site: the same one twice is unlikely, and then another is drawn. */
async function insertReservation(tx: Tx, reservation: NewReservation): Promise<string> {
  const number = reservationNumberFrom(randomBytes(RESERVATION_NUMBER_LENGTH))
  const inserted = await tx
    .insertInto('reservations')
    .values({
      id: reservation.reservationId,
      site_key: reservation.siteKey,
      order_id: reservation.orderId,
      attempt_id: reservation.attemptId,
      number,
      token_hash: reservation.tokenHash,
      status: 'active',
      created_at: sql<Date>`now()`,
    })
    .onConflict(conflict => conflict.columns(['site_key', 'number']).doNothing())
    .returning('number')
    .executeTakeFirst()
  return inserted?.number ?? insertReservation(tx, reservation)
}
