import { randomUUID } from 'node:crypto'

import { allocate } from '@kippu/domain/allocation'
import { sumOf } from '@kippu/domain/sum'

import type { Tx } from '../../db/database.ts'
import { DatabaseBusy } from '../../db/sql-states.ts'
import { isBeingPaid } from '@kippu/domain/states/order'
import { endOrderOfLockedSpans, lockAllWithStock } from '../../orders/life/end-order.ts'
import { findChangeUnderWay } from '../../orders/life/find-order.ts'
import { findHeldUnits, giveBackUnits } from '../../orders/stock/held-stock.ts'
import { issueFurtherReceipt } from '../../receipts/issue-further.ts'
import { findPaymentsOf, findReservationByNumber } from '../../tickets/find-reservation.ts'
import {
  cancelReservation,
  type HeldTicket,
  lockTickets,
  lowerPrices,
  revokeTickets,
} from '../../tickets/revoke.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { findAttemptOfOrder, lockAttempts } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import { writeLockedStep } from '../saga/write-step.ts'
import type { Actor } from '../../staff/actor.ts'
import { type Action, recordAction } from '../../staff/record-action.ts'
import { finishRefund } from './finish-refund.ts'
import { reconcileRefund } from './reconcile-refund.ts'
import { insertRefundRequest } from '../saga/refund-requests.ts'
import type { RefundRow } from './refund-queries.ts'
import { insertParts, spreadOver } from './spread-over.ts'

interface ForReservation {
  readonly siteKey: string
  /** Ten characters, as on the ticket (S-8.02). */
  readonly reservationNumber: string
  /** In the words of the person who asks; kept with the refund. */
  readonly reason: string
  /** Whoever of the staff asks, who may be refused; without it, the store itself does. */
  readonly by?: Actor
}

export interface RequestRefund extends ForReservation {
  /** Numbers of the tickets inside their reservation, or all that are left. */
  readonly tickets: 'all' | readonly number[]
  /** Also those that somebody else has accepted; without it they are refused, as their holder knows nothing of it. */
  readonly evenAccepted?: boolean
  /** For a part of bulk work: the reconciler asks the providers, so that one which is slow holds up nobody but itself. */
  readonly bulk?: BulkRefund
}

export interface BulkRefund {
  /** The order that gave the visit its day when it was looked at: one that has moved since is another visit, and keeps its tickets. */
  readonly orderId: string
  /** Another letter tells the buyer of it. */
  readonly isToldOtherwise: boolean
  /** What is written with it, in its transaction, which has locked the reservation. */
  readonly along: (tx: Tx, written: WrittenRefund) => Promise<void>
}

export interface WrittenRefund {
  readonly requestId: string
  /** Yen that go back. */
  readonly amount: number
  readonly tickets: readonly number[]
}

export interface RequestDifference extends ForReservation {
  /** Yen, less than the tickets that are left have cost. They go on admitting. */
  readonly difference: number
}

/** What was decided, and what is known of the money by now. */
export interface RequestedRefund {
  readonly kind: 'refund'
  /** A part for each payment that money goes back to; none when the tickets had cost nothing. */
  readonly refundIds: readonly string[]
  /** Yen that go back. */
  readonly amount: number
  /** Tickets that are revoked; none for a difference. */
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
  | 'somebody else has accepted the ticket'
  | 'nothing was paid'
  | 'another time is being paid for'
  | 'the visit has moved'
  | 'more than the tickets cost'
  | 'another refund is under way'
  | 'payment is not captured yet'
  | 'payment is captured already'
  | 'payment is being given back or released'

export interface Refused {
  readonly kind: 'refused'
  readonly why: RefundRefusal
}

/**
 * Refunds tickets: revokes them and returns their places first, in the transaction that writes the refund, so
 * that nobody enters with a ticket whose money is on its way. Then asks the providers; the reconciler ends what is open.
 */
export async function requestRefund(
  deps: PaymentDeps,
  request: RequestRefund,
): Promise<RequestedRefund | Refused> {
  const written = await withSold(deps, request, (tx, sold) => refundTickets({ tx, deps, sold }, request))
  return request.bulk === undefined || written.kind === 'refused'
    ? finish(deps, written)
    : requestedOf(written)
}

/** Gives back a part of what valid tickets cost, as after a move to a cheaper visit. The tickets stay valid at the lower price. */
export async function requestDifference(
  deps: PaymentDeps,
  request: RequestDifference,
): Promise<RequestedRefund | Refused> {
  return finish(
    deps,
    await withSold(deps, request, (tx, sold) => refundDifference({ tx, deps, sold }, request)),
  )
}

/** Releases a payment that was authorised and not captured, and revokes all its tickets. */
export async function requestVoid(
  deps: PaymentDeps,
  request: Omit<ForReservation, 'reason'> & { readonly reason?: string },
): Promise<VoidedPayment | Refused> {
  return withSold(deps, request, async (tx, sold) => {
    const chosen = chooseTickets(sold, 'all', true)
    if (chosen.kind === 'refused') return chosen
    const [attempt, ...others] = sold.payments
    if (attempt?.state !== 'authorized' || others.length > 0) return refused('payment is captured already')
    await takeBack(tx, sold, chosen)
    await writeLockedStep(tx, { previous: attempt, change: { operation: 'void', checkInSeconds: 0 } })
    await issueFurtherReceipt(tx, deps, sold.reservationId)
    const tickets = chosen.tickets.map(({ number }) => number)
    await recordRefund(tx, deps, request, { verb: 'void', details: { tickets } })
    return { kind: 'void', attemptId: attempt.id, tickets }
  })
}

interface Written {
  readonly kind: 'written'
  readonly refunds: readonly RefundRow[]
  readonly amount: number
  readonly tickets: readonly number[]
}

function requestedOf({ refunds, tickets, amount }: Written): RequestedRefund {
  return { kind: 'refund', refundIds: refunds.map(({ id }) => id), amount, tickets }
}

async function finish(deps: PaymentDeps, written: Written | Refused): Promise<RequestedRefund | Refused> {
  if (written.kind === 'refused') return written
  const [first, ...others] = written.refunds
  if (first !== undefined) await finishRefund(deps, first)
  // Each is taken just before its call: a lease from the beginning might have ended while the first was on its way.
  for (const { id } of others) await reconcileRefund(deps, id)
  return requestedOf(written)
}

interface Refunding {
  readonly tx: Tx
  readonly deps: Pick<PaymentDeps, 'sites' | 'clock'>
  readonly sold: Sold
}

async function refundTickets(
  { tx, deps, sold }: Refunding,
  request: RequestRefund,
): Promise<Written | Refused> {
  const { bulk } = request
  if (bulk !== undefined && bulk.orderId !== sold.orderId) return refused('the visit has moved')
  const chosen = chooseTickets(sold, request.tickets, request.evenAccepted)
  if (chosen.kind === 'refused') return chosen
  const amount = sumOf(chosen.tickets.map(({ price }) => price))
  const tickets = chosen.tickets.map(({ number }) => number)
  const leaseSeconds = bulk === undefined ? LEASE_SECONDS : 0
  const isToldOtherwise = bulk?.isToldOtherwise ?? false
  const parts = { request, purpose: 'tickets', tickets, amount, leaseSeconds, isToldOtherwise } as const
  const refunds = await writeParts(tx, sold, parts)
  if (refunds.kind === 'refused') return refunds
  await takeBack(tx, sold, chosen)
  await issueFurtherReceipt(tx, deps, sold.reservationId)
  await recordRefund(tx, deps, request, { verb: 'refund', details: { tickets, yen: amount } })
  await bulk?.along(tx, { requestId: refunds.requestId, amount, tickets })
  return { kind: 'written', refunds: refunds.parts, amount, tickets }
}

async function refundDifference(
  { tx, deps, sold }: Refunding,
  request: RequestDifference,
): Promise<Written | Refused> {
  const { difference: amount } = request
  const valid = sold.tickets.filter(ticket => !ticket.isRevoked)
  const prices = valid.map(({ price }) => price)
  if (amount >= sumOf(prices)) return refused('more than the tickets cost')
  const refunds = await writeParts(tx, sold, {
    request,
    purpose: 'difference',
    tickets: [],
    amount,
    leaseSeconds: LEASE_SECONDS,
    isToldOtherwise: false,
  })
  if (refunds.kind === 'refused') return refunds
  await endChange(tx, sold)
  await lowerPrices(tx, {
    reservationId: sold.reservationId,
    numbers: valid.map(({ number }) => number),
    parts: allocate(amount, prices),
  })
  await issueFurtherReceipt(tx, deps, sold.reservationId)
  await recordRefund(tx, deps, request, { verb: 'refund', details: { difference: amount } })
  return { kind: 'written', refunds: refunds.parts, amount, tickets: [] }
}

/** Beside what somebody of the staff gave back. */
async function recordRefund(
  tx: Tx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  { siteKey, reservationNumber: subject, reason, by: actor }: Parameters<typeof requestVoid>[1],
  done: Pick<Action, 'verb' | 'details'>,
): Promise<void> {
  if (actor === undefined) return
  const action = { permission: 'refunds:write', siteKey, subject, ...done } as const
  await recordAction(tx, { clock, actor }, { ...action, ...(reason !== undefined && { reason }) })
}

interface Parts {
  readonly request: ForReservation
  readonly purpose: 'tickets' | 'difference'
  readonly tickets: readonly number[]
  readonly amount: number
  /** For how long the caller alone asks the first provider. */
  readonly leaseSeconds: number
  readonly isToldOtherwise: boolean
}

interface WrittenParts {
  readonly kind: 'parts'
  readonly requestId: string
  readonly parts: readonly RefundRow[]
}

/** Writes what goes back and its parts, newest payment first. Each payment takes one refund at a time. */
async function writeParts(
  tx: Tx,
  { reservationId, payments }: Sold,
  { request: { siteKey, reason }, purpose, tickets, amount, leaseSeconds, isToldOtherwise }: Parts,
): Promise<WrittenParts | Refused> {
  const spread = await spreadOver(tx, payments, amount)
  if (spread.kind === 'too little') return refused('nothing was paid')
  if (spread.kind === 'wait') return refused(WAITING[spread.why])
  const requestId = randomUUID()
  await insertRefundRequest(tx, {
    id: requestId,
    siteKey,
    reservationId,
    purpose,
    ticketNumbers: tickets,
    amount,
    reason,
    isToldOtherwise,
  })
  return {
    kind: 'parts',
    requestId,
    parts: await insertParts(tx, spread.parts, { requestId, siteKey, reason, leaseSeconds }),
  }
}

const WAITING = {
  'not captured': 'payment is not captured yet',
  'another refund': 'another refund is under way',
} as const satisfies Record<string, RefundRefusal>

interface Sold {
  readonly kind: 'sold'
  readonly reservationId: string
  /** The order whose places it holds. */
  readonly orderId: string
  /** A change of its time that is not being paid. It ends with what is given back, and stays where nothing is. */
  readonly changeId: string | undefined
  /** The newest first. */
  readonly payments: readonly Attempt[]
  readonly tickets: readonly HeldTicket[]
}

/** How often a reservation is locked anew because its visit moved in between. */
const MOST_TRIES = 10

/** Does something with a reservation that nobody else changes meanwhile. */
async function withSold<Result>(
  { db }: Pick<PaymentDeps, 'db'>,
  request: Pick<ForReservation, 'siteKey' | 'reservationNumber'>,
  act: (tx: Tx, sold: Sold) => Promise<Result>,
): Promise<Result | Refused> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const result = await db.transaction(async tx => {
      const sold = await lockSold(tx, request)
      if (sold === 'moved' || sold.kind === 'refused') return sold
      return act(tx, sold)
    })
    if (result !== 'moved') return result
  }
  throw new DatabaseBusy('its visitor moved the same reservation all the time')
}

/**
 * Locks the payments, then the stock, the order and the tickets: the payments first, as whatever stores what became of one
 * does, so that neither waits for the other for ever. `moved`: its visit moved in between, and what is locked is that of the time before.
 */
async function lockSold(
  tx: Tx,
  { siteKey, reservationNumber }: Pick<ForReservation, 'siteKey' | 'reservationNumber'>,
): Promise<Sold | Refused | 'moved'> {
  const reservation = await findReservationByNumber(tx, { siteKey, number: reservationNumber })
  if (reservation === undefined) return refused('no such reservation')
  const { reservationId, orderId } = reservation
  const payments = await lockAttempts(tx, await findPayments(tx, reservation))
  if (payments.length === 0) return refused('nothing was paid')
  if (payments.some(({ operation }) => operation === 'void' || operation === 'refund'))
    return refused('payment is being given back or released')
  const change = await findChangeUnderWay(tx, reservationId)
  await lockAllWithStock(tx, [orderId, ...(change === undefined ? [] : [change.id])])
  if ((await findReservationByNumber(tx, { siteKey, number: reservationNumber }))?.orderId !== orderId)
    return 'moved'
  const now = await findChangeUnderWay(tx, reservationId)
  if (now?.id !== change?.id || (now !== undefined && isBeingPaid(now.status)))
    return refused('another time is being paid for')
  const tickets = await lockTickets(tx, reservationId)
  return { kind: 'sold', reservationId, orderId, changeId: now?.id, payments, tickets }
}

/** Ends a change of time whose lines are those of tickets as they were before. */
async function endChange(tx: Tx, { changeId }: Sold): Promise<void> {
  if (changeId !== undefined) await endOrderOfLockedSpans(tx, { orderId: changeId, to: 'cancelled' })
}

/** One that was issued before its payment was written down is of the attempt that completed its order. */
async function findPayments(
  tx: Tx,
  { reservationId, orderId }: { readonly reservationId: string; readonly orderId: string },
): Promise<readonly string[]> {
  const known = await findPaymentsOf(tx, reservationId)
  if (known.length > 0) return known
  const attempt = await findAttemptOfOrder(tx, orderId)
  return attempt === undefined ? [] : [attempt.id]
}

interface Chosen {
  readonly kind: 'chosen'
  readonly tickets: readonly HeldTicket[]
  /** Whether no ticket is left afterwards. */
  readonly isAll: boolean
}

function chooseTickets(
  { tickets: all }: Sold,
  wanted: RequestRefund['tickets'],
  evenAccepted = false,
): Chosen | Refused {
  const valid = all.filter(ticket => !ticket.isRevoked)
  const numbers = wanted === 'all' ? valid.map(({ number }) => number) : [...new Set(wanted)]
  const tickets = all.filter(({ number }) => numbers.includes(number))
  if (tickets.length === 0 || tickets.length < numbers.length) return refused('no such ticket')
  if (tickets.some(ticket => ticket.isRevoked)) return refused('ticket is revoked already')
  if (tickets.some(ticket => ticket.isUsed)) return refused('ticket was used')
  if (!evenAccepted && tickets.some(ticket => ticket.isAccepted))
    return refused('somebody else has accepted the ticket')
  return { kind: 'chosen', tickets, isAll: tickets.length === valid.length }
}

/** The tickets admit nobody from now on, and their places are for sale again. */
async function takeBack(tx: Tx, sold: Sold, { tickets, isAll }: Chosen): Promise<void> {
  const { reservationId, orderId } = sold
  await endChange(tx, sold)
  await revokeTickets(tx, { reservationId, numbers: tickets.map(({ number }) => number) })
  const spans = Map.groupBy(tickets, ticket => ticket.timeSpanId)
  const held = await findHeldUnits(tx, orderId)
  for (const [timeSpanId, same] of spans) {
    // A set product that was moved without a place holds nothing (D-05).
    const units = Math.min(same.length, held.get(timeSpanId) ?? 0)
    if (units > 0) await giveBackUnits(tx, { orderId, timeSpanId, units })
  }
  if (isAll) await cancelReservation(tx, reservationId)
}

function refused(why: RefundRefusal): Refused {
  return { kind: 'refused', why }
}
