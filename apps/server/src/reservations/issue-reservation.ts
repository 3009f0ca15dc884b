import { randomBytes, randomUUID } from 'node:crypto'

import { reservationNumberFrom } from '@kippu/domain/reservation-number'
import { ticketPrices } from '@kippu/domain/ticket-prices'
import { type Insertable, sql } from 'kysely'

import type { Read, Tx } from '../db/database.ts'
import type { TicketsTable } from '../db/schema.ts'
import { hashToken, type Tokens } from '../tokens.ts'
import { findPaidLines, type TicketedLine } from './paid-lines.ts'

export interface IssuedReservation {
  /** The reservation token is `tokens.derive('reservation', reservationId)`. */
  readonly reservationId: string
  /** For people (S-8.02). */
  readonly reservationNumber: string
}

/** The code in the QR of a ticket: random to everybody who lacks the secret, no personal data (S-8.06). */
export function ticketCode(tokens: Tokens, reservationId: string, ticketId: number): string {
  return tokens.derive('ticket', `${reservationId}/${ticketId}`)
}

export interface IssueReservation {
  readonly orderId: string
  readonly siteKey: string
  /** The payment that paid for it: its money goes back, should it be given back. */
  readonly attemptId: string | null
  readonly tokens: Tokens
}

/**
 * Writes the reservation of a paid order with one gate ticket a person (S-8.04) and one ticket a unit of a set product.
 * Their prices sum up to what was charged: the discounts of each line are stored before. Once an order.
 */
export async function issueReservation(
  tx: Tx,
  { orderId, siteKey, attemptId, tokens }: IssueReservation,
): Promise<IssuedReservation> {
  const reservationId = randomUUID()
  const tokenHash = hashToken(tokens.derive('reservation', reservationId))
  const reservationNumber = await insertReservation(tx, {
    reservationId,
    orderId,
    siteKey,
    attemptId,
    tokenHash,
  })
  const lines = await findPaidLines(tx, orderId)
  const prices = ticketPrices(lines)
  const tickets = lines
    .flatMap((line, index) => (prices[index] ?? []).map(price => ({ ...line.ticket, price })))
    .map((ticket, index) => ({
      ...ticket,
      id: index + 1,
      code_hash: hashToken(ticketCode(tokens, reservationId, index + 1)),
    }))
  await insertTickets(tx, reservationId, tickets)
  return { reservationId, reservationNumber }
}

type NewTicket = TicketedLine['ticket'] & Pick<Insertable<TicketsTable>, 'id' | 'price' | 'code_hash'>

/** One parameter a column, so that no order has too many tickets for a statement. */
async function insertTickets(tx: Tx, reservationId: string, tickets: readonly NewTicket[]): Promise<void> {
  await sql`
    insert into tickets (reservation_id, id, type, option_value_id, set_product_id, time_span_id, price, code_hash)
    select ${reservationId}::uuid, t.* from unnest(
      ${tickets.map(ticket => ticket.id)}::int[], ${tickets.map(ticket => ticket.type)}::text[],
      ${tickets.map(ticket => ticket.option_value_id)}::int[], ${tickets.map(ticket => ticket.set_product_id)}::int[],
      ${tickets.map(ticket => ticket.time_span_id)}::int[], ${tickets.map(ticket => ticket.price)}::int[],
      ${tickets.map(ticket => ticket.code_hash)}::bytea[]) as t`.execute(tx)
}

/** The reservation that an order became, if it did. */
export async function findReservationOfOrder(
  read: Read,
  orderId: string,
): Promise<IssuedReservation | undefined> {
  return read
    .selectFrom('reservations')
    .select(['id as reservationId', 'number as reservationNumber'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

/** A reservation with the order it came from. */
export async function findReservation(
  read: Read,
  reservationId: string,
): Promise<(IssuedReservation & { readonly orderId: string }) | undefined> {
  return read
    .selectFrom('reservations')
    .select(['id as reservationId', 'number as reservationNumber', 'order_id as orderId'])
    .where('id', '=', reservationId)
    .executeTakeFirst()
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
  const number = reservationNumberFrom(randomBytes(10))
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
