import { itemAt } from '@kippu/domain/known'
import { ticketPrices } from '@kippu/domain/ticket-prices'

import type { Tx } from '../../platform/db/database.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import {
  lockMoving,
  type MovedTicket,
  type MovingReservation,
  type MovingTicket,
  moveReservation,
} from '../../tickets/move.ts'
import type { Tokens } from '../../platform/tokens.ts'
import { completeChange } from '../../orders/life/complete-orders.ts'
import { lockAllWithStock } from '../../orders/life/end-order.ts'
import { dueOf, type OrderRecord } from '../../orders/life/find-order.ts'
import type { StoredLine } from '../../orders/price/stored-lines.ts'
import { passHolds } from '../../stock/held-stock.ts'
import type { PaymentOfOrder } from './complete-order.ts'
import { paidLines } from './paid-lines.ts'

/** A change of time that is about to be complete: everything that it touches is locked. */
export interface LockedChange {
  readonly order: OrderRecord
  readonly reservation: MovingReservation
}

/**
 * Locks a change of time: the stock of both visits, both orders, the reservation and its tickets, in the order in which whatever gives
 * tickets back locks them.
 */
export async function lockChange(tx: Tx, { id, movesFrom, replaces }: OrderRecord): Promise<LockedChange> {
  if (movesFrom === null || replaces === null) throw new Error(`order ${id} moves nothing`)
  const locked = await lockAllWithStock(tx, [id, movesFrom])
  const order = locked.find(one => one.id === id)
  if (order === undefined) throw new Error(`order ${id} is gone`)
  return { order, reservation: await lockMoving(tx, replaces) }
}

/**
 * Whether a reservation is still the one that a change was made for: not moved, used, handed on or given back since, in part or whole.
 * A payment that comes late finds a change that a refund of staff did not end; its difference was that to what was paid before.
 */
export function isStillMovable(
  { order: { movesFrom, credit }, reservation: { status, orderId, paid, tickets } }: LockedChange,
  lines: readonly StoredLine[],
): boolean {
  if (status !== 'active' || orderId !== movesFrom || paid !== credit) return false
  if (tickets.some(({ isUsed, isHandedOn }) => isUsed || isHandedOn)) return false
  return assign(lines, tickets) !== undefined
}

/** The tickets of each line, in the order of both; undefined where they are not those that the change was made for. */
function assign(
  lines: readonly StoredLine[],
  tickets: readonly MovingTicket[],
): ReadonlyArray<readonly MovingTicket[]> | undefined {
  const left = Map.groupBy(tickets, keyOf)
  const assigned = lines.map(line =>
    line.kind === 'extra' ? [] : (left.get(keyOf(line)) ?? []).splice(0, line.quantity),
  )
  const isWhole = lines.every(
    ({ kind, quantity }, index) => kind === 'extra' || assigned[index]?.length === quantity,
  )
  return isWhole && [...left.values()].every(rest => rest.length === 0) ? assigned : undefined
}

/** The key that tells the tickets of one line from those of another: of the same kind any will do. */
function keyOf({ productId, optionValueId }: Pick<MovingTicket, 'productId' | 'optionValueId'>): string {
  return `${productId} ${optionValueId}`
}

export interface ReplaceReservation extends LockedChange {
  readonly lines: readonly StoredLine[]
  readonly payment: Pick<PaymentOfOrder, 'id' | 'amount'>
}

/**
 * Completes a change of time: the reservation takes the new visit, with a new token and new codes; the old places are
 * free, and what set products keep passes over. The caller has locked everything, and the order holds all that it
 * wants.
 * @throws when the tickets are not those that the change was made for.
 */
export async function replaceReservation(
  tx: Tx,
  { tokens, jobs }: { readonly tokens: Tokens; readonly jobs: JobQueue },
  { order, reservation, lines, payment }: ReplaceReservation,
): Promise<void> {
  const assigned = assign(lines, reservation.tickets)
  if (assigned === undefined || order.movesFrom === null)
    throw new Error(`order ${order.id} moves other tickets`)
  await passHolds(tx, { from: order.movesFrom, to: order.id })
  const paid = paidLines(
    lines,
    lines.map(() => 0),
  )
  const prices = ticketPrices(paid)
  const tickets = lines.flatMap(({ timeSpanId }, line): MovedTicket[] =>
    itemAt(assigned, line).map(({ number, uid, codeVersion, productId }, index) => ({
      number,
      uid,
      codeVersion,
      productId,
      timeSpanId,
      price: itemAt(itemAt(prices, line), index),
    })),
  )
  await completeChange(tx, order.id)
  await moveReservation(tx, tokens, {
    reservation,
    orderId: order.id,
    payment: { attemptId: payment.id, amount: payment.amount.minor },
    tickets,
  })
  await jobs.enqueue(tx, { name: 'send-change-mail', orderId: order.id })
}

/** Whether a payment is what a change costs. */
export function isPriceOf(order: OrderRecord, { amount }: Pick<PaymentOfOrder, 'amount'>): boolean {
  return dueOf(order) === amount.minor
}
