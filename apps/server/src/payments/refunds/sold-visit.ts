import type { Tx } from '../../platform/db/database.ts'
import { DatabaseBusy } from '../../platform/db/sql-states.ts'
import { isBeingPaid } from '@kippu/domain/states/order'
import { endOrderOfLockedSpans, lockAllWithStock } from '../../orders/life/end-order.ts'
import { findChangeUnderWay } from '../../orders/life/find-order.ts'
import { findHeldUnits, giveBackUnits } from '../../stock/held-stock.ts'
import type { RefusedApproval } from '../../platform/staff/approvals.ts'
import type { Act } from '../../platform/staff/staff-verb.ts'
import { findPaymentsOf, findReservationByNumber } from '../../tickets/find-reservation.ts'
import { cancelReservation, type HeldTicket, lockTickets, revokeTickets } from '../../tickets/revoke.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { lockAttempts } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'

/** A bought visit under the locks of the transaction that gives some of it back. */

export interface ForReservation {
  readonly siteKey: string
  /** Ten characters, as on the ticket. */
  readonly reservationNumber: string
  /** In the words of the person who asks; kept with the refund. */
  readonly reason: string
  /** The act of the member of staff who asks; without one, the store itself does. */
  readonly by?: Act
  /** Also money that the buyer's bank takes back, or may; without it that is refused. */
  readonly evenDisputed?: boolean
  /** The digest of the preview that was seen: where it is another one by now, nothing is done. */
  readonly seen?: string | undefined
  /** Another person has agreed to it. */
  readonly approval?: string | undefined
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
  | 'payment is disputed'
  | 'it has changed since it was seen'
  | 'a second person is needed'
  | RefusedApproval

export interface Refused {
  readonly kind: 'refused'
  readonly why: RefundRefusal
  /** The dispute of its payment, in the provider's words. */
  readonly dispute?: string
}

export function refused(why: RefundRefusal): Refused {
  return { kind: 'refused', why }
}

export interface Sold {
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
export async function withSold<Result>(
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
  const payments = await lockAttempts(tx, await findPaymentsOf(tx, reservationId))
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
export async function endChange(tx: Tx, { changeId }: Sold): Promise<void> {
  if (changeId !== undefined) await endOrderOfLockedSpans(tx, { orderId: changeId, to: 'cancelled' })
}

export interface Chosen {
  readonly kind: 'chosen'
  readonly tickets: readonly HeldTicket[]
  /** Whether no ticket is left afterwards. */
  readonly isAll: boolean
}

export function chooseTickets(
  { tickets: all }: Pick<Sold, 'tickets'>,
  wanted: 'all' | readonly number[],
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
export async function takeBack(tx: Tx, sold: Sold, { tickets, isAll }: Chosen): Promise<void> {
  const { reservationId, orderId } = sold
  await endChange(tx, sold)
  await revokeTickets(tx, { reservationId, numbers: tickets.map(({ number }) => number) })
  const spans = Map.groupBy(tickets, ticket => ticket.timeSpanId)
  const held = await findHeldUnits(tx, orderId)
  for (const [timeSpanId, same] of spans) {
    // A set product that was moved without a place holds nothing.
    const units = Math.min(same.length, held.get(timeSpanId) ?? 0)
    if (units > 0) await giveBackUnits(tx, { orderId, timeSpanId, units })
  }
  if (isAll) await cancelReservation(tx, reservationId)
}
