import { itemAt } from '@kippu/domain/known'
import { canMoveOrder, isBeingPaid } from '@kippu/domain/states/order'
import { ticketPrices } from '@kippu/domain/ticket-prices'
import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { insertJobs } from '../../platform/jobs/insert-jobs.ts'
import type { JobRow } from '../../platform/jobs/jobs.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import type { Tokens } from '../../platform/tokens.ts'
import { lockVisitsAsRead, type VisitAsRead } from '../../tickets/lock-visits.ts'
import {
  lockReservation,
  type MovedTicket,
  type MovingReservation,
  type MovingTicket,
  moveReservations,
  type SignedMove,
  signMove,
} from '../../tickets/move.ts'
import { writeCompletedChanges } from '../../orders/life/complete-orders.ts'
import { lockAllWithStock } from '../../orders/life/end-order.ts'
import { dueOf, type OrderRecord } from '../../orders/life/find-order.ts'
import type { OrderAsRead } from '../../orders/life/lock-as-read.ts'
import { wantedSpans } from '../../orders/life/payable-order.ts'
import type { StoredLine } from '../../orders/price/stored-lines.ts'
import { type PassedHolds, passHolds } from '../../stock/pass-holds.ts'
import { hasNoAddress, type PaidOrder, type PaymentOfOrder } from './complete-order.ts'
import { paidLines } from './paid-lines.ts'

/** A change of time that was paid, and the reservation that it moves, as they were read. */
export interface PaidChange extends PaidOrder {
  readonly moving: MovingReservation
}

/**
 * Whether a paid change can be completed, as {@link judgeCompletion} of an order. `late`: also where its buyer has a receipt, because
 * receipts are numbered one after the other. `never`: also where its reservation is no longer the one that it was made for.
 */
export function judgeMove(
  { order, lines, heldSpans, moving }: PaidChange,
  payment: Pick<PaymentOfOrder, 'amount'>,
): 'now' | 'late' | 'never' {
  if (order.isEmptied || !canMoveOrder(order.status, 'completed')) return 'never'
  if (dueOf(order) !== payment.amount.minor || !isStillMovable(order, moving, lines)) return 'never'
  const isWhole = isBeingPaid(order.status) && heldSpans === wantedSpans(lines)
  return isWhole && !moving.hasReceipt ? 'now' : 'late'
}

/**
 * Whether a reservation is still the one that a change was made for: not moved, used, handed on or given back since, in part or whole.
 * A payment that comes late finds a change that a refund of staff did not end; its difference was that to what was paid before.
 */
function isStillMovable(
  { movesFrom, credit }: OrderRecord,
  { status, orderId, paid, tickets }: MovingReservation,
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

/**
 * Locks a change of time: the stock of both visits, both orders, the reservation and its tickets, in the order in which whatever gives
 * tickets back locks them.
 */
export async function lockChange(
  tx: Tx,
  { id, movesFrom, replaces }: Pick<OrderRecord, 'id' | 'movesFrom' | 'replaces'>,
): Promise<void> {
  if (movesFrom === null || replaces === null) throw new Error(`order ${id} moves nothing`)
  await lockAllWithStock(tx, [id, movesFrom])
  await lockReservation(tx, replaces)
}

/** All that is written when a paid change of time is completed. */
export interface MoveOfVisit {
  readonly order: OrderAsRead
  readonly lines: readonly StoredLine[]
  readonly movesFrom: string
  readonly was: VisitAsRead
  readonly holds: PassedHolds
  readonly move: SignedMove
  /** Null where nobody can be written to. */
  readonly mail: JobRow | null
}

/**
 * The rows that complete a paid change: the reservation takes the new visit, with a new token and new codes.
 * @throws when the tickets are not those that the change was made for.
 */
export function moveOf(
  { tokens, jobs }: { readonly tokens: Tokens; readonly jobs: JobQueue },
  { order, lines, moving }: PaidChange,
  payment: Pick<PaymentOfOrder, 'id' | 'amount'>,
): MoveOfVisit {
  const { id: orderId, movesFrom } = order
  const assigned = assign(lines, moving.tickets)
  if (assigned === undefined || movesFrom === null) throw new Error(`order ${orderId} moves other tickets`)
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
  return {
    order,
    lines,
    movesFrom,
    was: { reservationId: moving.id, orderId: movesFrom, tickets: moving.tickets },
    holds: { from: movesFrom, to: orderId, carried: carriedUnits(lines) },
    move: signMove(tokens, {
      reservation: moving,
      orderId,
      payment: { attemptId: payment.id, amount: payment.amount.minor },
      tickets,
    }),
    mail: hasNoAddress(order) ? null : jobs.rowOf({ name: 'send-change-mail', orderId }),
  }
}

function carriedUnits(lines: readonly StoredLine[]): PassedHolds['carried'] {
  const units = new Map<number, number>()
  for (const { stock, timeSpanId, quantity } of lines)
    if (stock === 'carried') units.set(timeSpanId, (units.get(timeSpanId) ?? 0) + quantity)
  return Array.from(units, ([timeSpanId, sum]) => ({ timeSpanId, units: sum }))
}

/** Part of a statement: `movable_orders` (order_id), the changes of those moves whose reservations are as they were read; the orders behind `locked` are locked. */
export function lockMoves(moves: readonly MoveOfVisit[], locked: RawBuilder<unknown>): RawBuilder<unknown> {
  const visits = moves.map(({ was }) => was)
  return sql`${lockVisitsAsRead(visits, locked)}, movable_orders as (
    select o.id as order_id from orders o join whole_visits v on v.reservation_id = o.replaces
     where o.id in (${locked})
  )`
}

/** Part of a statement: completes the changes behind `ready`, a query of ids: reservations and tickets, stock, and the mail of each. */
export function writeMoves(moves: readonly MoveOfVisit[], ready: RawBuilder<unknown>): RawBuilder<unknown> {
  const mails = moves.flatMap(({ order, mail }) => (mail === null ? [] : [{ key: order.id, row: mail }]))
  return sql.join([
    writeCompletedChanges(ready),
    passHolds(
      moves.map(({ holds }) => holds),
      ready,
    ),
    moveReservations(
      moves.map(({ move }) => move),
      ready,
    ),
    sql`change_mails as (${insertJobs(mails, sql`select id::text from (${ready}) as moved (id)`)})`,
  ])
}
