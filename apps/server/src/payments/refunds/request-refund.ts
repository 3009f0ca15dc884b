import { randomUUID } from 'node:crypto'

import { sumOf } from '@kippu/domain/sum'

import type { Tx } from '../../db/database.ts'
import { lockOrder } from '../../orders/life/find-order.ts'
import { giveBackUnits, lockSpansOfOrder } from '../../orders/stock/held-stock.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { changeAttempt, findAttemptOfOrder, lockAttempt } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import { finishRefund } from './finish-refund.ts'
import { hasOpenRefund, insertRefund, type RefundRow } from './refund-queries.ts'
import { lockTickets, revokeTickets, type ValidTicket } from './ticket-queries.ts'

export interface RequestRefund {
  readonly siteKey: string
  /** Ten characters, as on the ticket (S-8.02). */
  readonly reservationNumber: string
  /** Numbers of the tickets inside their reservation, or all that are left. */
  readonly tickets: 'all' | readonly number[]
  /** In the words of who asks; kept with the refund. */
  readonly reason: string
}

/** What was decided, and what is known of the money by now. */
export interface RequestedRefund {
  readonly kind: 'refund'
  /** Undefined when the tickets had cost nothing. */
  readonly refundId: string | undefined
  /** Yen that go back. */
  readonly amount: number
  readonly tickets: readonly number[]
}

/** The payment is only authorised so far: it is released as a whole. */
export interface VoidedPayment {
  readonly kind: 'void'
  readonly attemptId: string
  readonly tickets: readonly number[]
}

export type RefundRefusal =
  | 'no such reservation'
  | 'no such ticket'
  | 'ticket was used'
  | 'ticket is revoked already'
  | 'nothing was paid'
  | 'another refund is under way'
  | 'payment is not captured yet'
  | 'payment is captured already'
  | 'payment is being given back or released'

export interface Refused {
  readonly kind: 'refused'
  readonly why: RefundRefusal
}

/**
 * Gives money back for tickets: revokes them and returns their places first, in the transaction that writes the refund, so
 * that nobody enters with a ticket whose money is on its way. Then asks the provider; the reconciler ends what is open.
 */
export async function requestRefund(
  deps: PaymentDeps,
  request: RequestRefund,
): Promise<RequestedRefund | Refused> {
  const requested = await deps.db.transaction(tx => writeRefund(tx, request))
  if (requested.kind === 'refused') return requested
  const { refund, tickets, amount } = requested
  if (refund !== undefined) await finishRefund(deps, refund)
  return { kind: 'refund', refundId: refund?.id, amount, tickets }
}

/** Releases a payment that was authorised and not captured, and revokes all its tickets. */
export async function requestVoid(
  deps: PaymentDeps,
  request: Pick<RequestRefund, 'siteKey' | 'reservationNumber'>,
): Promise<VoidedPayment | Refused> {
  return deps.db.transaction(async tx => {
    const sold = await lockSold(tx, { ...request, tickets: 'all' })
    if (sold.kind === 'refused') return sold
    const { attempt, chosen } = sold
    if (attempt.state !== 'authorized') return refused('payment is captured already')
    await takeBack(tx, sold)
    await changeAttempt(tx, attempt, { operation: 'void', checkInSeconds: 0 })
    return { kind: 'void', attemptId: attempt.id, tickets: chosen.map(ticket => ticket.id) }
  })
}

interface Written {
  readonly kind: 'written'
  readonly refund: RefundRow | undefined
  readonly amount: number
  readonly tickets: readonly number[]
}

async function writeRefund(tx: Tx, request: RequestRefund): Promise<Written | Refused> {
  const sold = await lockSold(tx, request)
  if (sold.kind === 'refused') return sold
  const { attempt, chosen } = sold
  if (attempt.state === 'authorized') return refused('payment is not captured yet')
  if (attempt.state !== 'captured' && attempt.state !== 'partially_refunded')
    return refused('nothing was paid')
  if (await hasOpenRefund(tx, attempt.id)) return refused('another refund is under way')
  await takeBack(tx, sold)
  const amount = sumOf(chosen.map(ticket => ticket.price))
  const tickets = chosen.map(ticket => ticket.id)
  if (amount === 0) return { kind: 'written', refund: undefined, amount, tickets }
  const refund = await insertRefund(tx, {
    id: randomUUID(),
    siteKey: request.siteKey,
    orderId: attempt.orderId,
    attemptId: attempt.id,
    amount,
    reason: request.reason,
    leaseSeconds: LEASE_SECONDS,
  })
  return { kind: 'written', refund, amount, tickets }
}

interface Sold {
  readonly kind: 'sold'
  readonly reservationId: string
  readonly orderId: string
  readonly attempt: Attempt
  readonly chosen: readonly ValidTicket[]
  /** Whether no ticket is left afterwards. */
  readonly isAll: boolean
}

/**
 * Locks the attempt, then the stock, the order and the tickets: the attempt first, as whoever stores what became of a
 * payment does, so that neither waits for the other for ever.
 */
async function lockSold(
  tx: Tx,
  { siteKey, reservationNumber, tickets }: Pick<RequestRefund, 'siteKey' | 'reservationNumber' | 'tickets'>,
): Promise<Sold | Refused> {
  const reservation = await tx
    .selectFrom('reservations')
    .select(['id', 'order_id', 'attempt_id'])
    .where('site_key', '=', siteKey)
    .where('number', '=', reservationNumber)
    .executeTakeFirst()
  if (reservation === undefined) return refused('no such reservation')
  const { id: reservationId, order_id: orderId } = reservation
  const paidBy = reservation.attempt_id ?? (await findAttemptOfOrder(tx, orderId))?.id
  const attempt = paidBy === undefined ? undefined : await lockAttempt(tx, paidBy)
  if (attempt === undefined) return refused('nothing was paid')
  if (attempt.operation === 'void' || attempt.operation === 'refund')
    return refused('payment is being given back or released')
  await lockSpansOfOrder(tx, orderId)
  await lockOrder(tx, orderId)
  const all = await lockTickets(tx, reservationId)
  const valid = all.filter(ticket => !ticket.isRevoked)
  const wanted = tickets === 'all' ? valid.map(ticket => ticket.id) : [...new Set(tickets)]
  const chosen = all.filter(ticket => wanted.includes(ticket.id))
  if (chosen.length === 0 || chosen.length < wanted.length) return refused('no such ticket')
  if (chosen.some(ticket => ticket.isRevoked)) return refused('ticket is revoked already')
  if (chosen.some(ticket => ticket.isUsed)) return refused('ticket was used')
  return { kind: 'sold', reservationId, orderId, attempt, chosen, isAll: chosen.length === valid.length }
}

/** The tickets admit nobody any more, and their places are for sale again. */
async function takeBack(tx: Tx, { reservationId, orderId, chosen, isAll }: Sold): Promise<void> {
  await revokeTickets(tx, { reservationId, ids: chosen.map(ticket => ticket.id) })
  const spans = Map.groupBy(chosen, ticket => ticket.timeSpanId)
  for (const [timeSpanId, tickets] of spans)
    await giveBackUnits(tx, { orderId, timeSpanId, units: tickets.length })
  if (!isAll) return
  await tx.updateTable('reservations').set({ status: 'cancelled' }).where('id', '=', reservationId).execute()
}

function refused(why: RefundRefusal): Refused {
  return { kind: 'refused', why }
}
