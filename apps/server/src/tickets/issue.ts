import { randomBytes, randomUUID } from 'node:crypto'

import { RESERVATION_NUMBER_LENGTH, reservationNumberFrom } from '@kippu/domain/reservation-number'
import type { TicketType } from '@kippu/domain/states/ticket'
import { type RawBuilder, sql } from 'kysely'

import { listed } from '../platform/db/list.ts'
import { hashToken, type Tokens } from '../platform/tokens.ts'
import { newReservationToken } from './reservation-token.ts'
import { newTicketCode } from './ticket-code.ts'

/** A ticket before it has a number. */
export interface NewTicket {
  readonly type: TicketType
  readonly productId: number
  readonly timeSpanId: number
  /** Null for a set product. */
  readonly optionValueId: number | null
  /** The price, in yen. */
  readonly price: number
}

export interface BoughtVisit {
  readonly orderId: string
  readonly siteKey: string
  /** The payment behind it, in yen: its money goes back, should the tickets be given back. */
  readonly payment: { readonly attemptId: string; readonly amount: number }
  readonly tickets: readonly NewTicket[]
}

/** A reservation and its tickets before they are written. */
export interface NewReservation extends BoughtVisit {
  readonly id: string
  readonly number: string
  readonly tokenHash: Buffer
  /** Numbered from 1. */
  readonly tickets: readonly NumberedTicket[]
}

interface NumberedTicket extends NewTicket {
  readonly number: number
  readonly uid: string
  readonly codeHash: Buffer
}

/** Draws id, number, and codes: 32¹⁰ numbers a site, so that one that is taken is seldom drawn. */
export function drawReservation(tokens: Tokens, visit: BoughtVisit): NewReservation {
  const id = randomUUID()
  return {
    ...visit,
    id,
    number: reservationNumberFrom(randomBytes(RESERVATION_NUMBER_LENGTH)),
    tokenHash: hashToken(newReservationToken(tokens, { id, tokenGeneration: 0 })),
    tickets: visit.tickets.map((ticket, index) => {
      const origin = { reservationId: id, number: index + 1, uid: randomUUID(), codeVersion: 0 }
      return { ...ticket, ...origin, codeHash: hashToken(newTicketCode(tokens, origin)) }
    }),
  }
}

/** Whether a reservation was not written because its site has another with the same number: it is drawn again. */
export function isNumberTaken(error: unknown): boolean {
  return (
    error instanceof Error && 'constraint' in error && error.constraint === 'reservations_site_key_number_key'
  )
}

/**
 * Part of a statement: writes the reservations of the orders behind `ready`, a query of ids, with their payments and tickets.
 * Once an order.
 */
export function insertReservations(
  reservations: readonly NewReservation[],
  ready: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const tickets = reservations.flatMap(({ id, tickets: own }) => own.map(ticket => ({ ...ticket, id })))
  return sql`new_reservations as (
    insert into reservations (id, site_key, order_id, number, token_hash, status, created_at)
    select r.id, r.site_key, r.order_id, r.number, r.token_hash, 'active', now() from ${listed('r', {
      id: ['uuid', reservations.map(({ id }) => id)],
      site_key: ['text', reservations.map(({ siteKey }) => siteKey)],
      order_id: ['uuid', reservations.map(({ orderId }) => orderId)],
      number: ['text', reservations.map(({ number }) => number)],
      token_hash: ['bytea', reservations.map(({ tokenHash }) => tokenHash)],
    })}
    where r.order_id in (${ready})
    returning id
  ), new_payments as (
    insert into reservation_payments (reservation_id, attempt_id, amount, created_at)
    select p.id, p.attempt_id, p.amount, clock_timestamp() from ${listed('p', {
      id: ['uuid', reservations.map(({ id }) => id)],
      attempt_id: ['uuid', reservations.map(({ payment }) => payment.attemptId)],
      amount: ['int', reservations.map(({ payment }) => payment.amount)],
    })}
    where p.id in (select id from new_reservations)
  ), new_tickets as (
    insert into tickets (reservation_id, id, uid, type, product_id, time_span_id, option_value_id, price, code_hash)
    select t.id, t.number, t.uid, t.type, t.product_id, t.time_span_id, t.option_value_id, t.price, t.code_hash
    from ${listed('t', {
      id: ['uuid', tickets.map(({ id }) => id)],
      number: ['int', tickets.map(({ number }) => number)],
      uid: ['uuid', tickets.map(({ uid }) => uid)],
      type: ['text', tickets.map(({ type }) => type)],
      product_id: ['int', tickets.map(({ productId }) => productId)],
      time_span_id: ['int', tickets.map(({ timeSpanId }) => timeSpanId)],
      option_value_id: ['int', tickets.map(({ optionValueId }) => optionValueId)],
      price: ['int', tickets.map(({ price }) => price)],
      code_hash: ['bytea', tickets.map(({ codeHash }) => codeHash)],
    })}
    where t.id in (select id from new_reservations)
  )`
}
