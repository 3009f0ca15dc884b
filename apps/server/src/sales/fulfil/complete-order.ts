import { itemAt } from '@kippu/domain/known'
import type { Money } from '@kippu/domain/money'
import { canMoveOrder, isBeingPaid } from '@kippu/domain/states/order'
import { ticketPrices } from '@kippu/domain/ticket-prices'
import { type RawBuilder, sql } from 'kysely'

import { insertJobs } from '../../platform/jobs/insert-jobs.ts'
import type { JobRow } from '../../platform/jobs/jobs.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import { subscribeBuyers, type Subscriber, subscriberOf } from '../../orders/magazines/subscribe-buyer.ts'
import { drawReservation, insertReservations, type NewReservation } from '../../tickets/issue.ts'
import type { Tokens } from '../../platform/tokens.ts'
import { writeCompleted } from '../../orders/life/complete-orders.ts'
import type { OrderRecord } from '../../orders/life/find-order.ts'
import { lockWholeOrders, type OrderAsRead } from '../../orders/life/lock-as-read.ts'
import { wantedSpans } from '../../orders/life/payable-order.ts'
import { methodShares } from '../../orders/price/method-price.ts'
import { writeMethodShares } from '../../orders/price/line-shares.ts'
import type { StoredLine } from '../../orders/price/stored-lines.ts'
import { keepHoldsOf } from '../../stock/whole-holds.ts'
import { paidLines } from './paid-lines.ts'

/** An order that was paid, as it was read. */
export interface PaidOrder {
  readonly order: OrderRecord
  readonly lines: readonly StoredLine[]
  /** The number of time spans of which it still holds something. */
  readonly heldSpans: number
}

/** The payment of an order, and what its method had taken off before, in yen. */
export interface PaymentOfOrder {
  /** The id of the attempt. */
  readonly id: string
  readonly amount: Money
  readonly methodDiscount: number
}

/**
 * Whether a paid order can be completed. `late`: it has lost stock or is no longer being paid, so that its stock is
 * taken again first. `never`: the order ended otherwise, was completed by another payment, its price is another one
 * since a payment that was thought to have failed, or it ended so long ago that nobody knows its buyer any more; the
 * money must go back.
 */
export function judgeCompletion(
  { order, lines, heldSpans }: PaidOrder,
  { amount, methodDiscount }: Pick<PaymentOfOrder, 'amount' | 'methodDiscount'>,
): 'now' | 'late' | 'never' {
  if (!canMoveOrder(order.status, 'completed') || order.price !== amount.minor + methodDiscount)
    return 'never'
  if (order.isEmptied) return 'never'
  return isBeingPaid(order.status) && heldSpans === wantedSpans(lines) ? 'now' : 'late'
}

/** All that is written when a paid order is completed. */
export interface Completion {
  readonly order: OrderAsRead
  readonly lines: readonly StoredLine[]
  readonly methodDiscount: number
  /** The discount of the payment method on each line. */
  readonly shares: readonly number[]
  readonly reservation: NewReservation
  readonly subscriber: Subscriber | null
  /** Null where no address was given: there is nothing to mail, until one is. */
  readonly mail: JobRow | null
}

/**
 * The rows that complete a paid order: a reservation with one gate ticket a person and one ticket a unit of a set
 * product. Their prices sum up to the amount that was charged.
 */
export function completionOf(
  { tokens, jobs }: { readonly tokens: Tokens; readonly jobs: JobQueue },
  { order, lines }: PaidOrder,
  { id: attemptId, amount, methodDiscount }: PaymentOfOrder,
): Completion {
  const shares = methodShares(lines, methodDiscount)
  const paid = paidLines(lines, shares)
  const prices = ticketPrices(paid)
  const reservation = drawReservation(tokens, {
    orderId: order.id,
    siteKey: order.siteKey,
    payment: { attemptId, amount: amount.minor },
    tickets: paid.flatMap(({ ticket }, index) => itemAt(prices, index).map(price => ({ ...ticket, price }))),
  })
  return {
    order,
    lines,
    methodDiscount,
    shares,
    reservation,
    subscriber: subscriberOf(tokens, order),
    mail: hasNoAddress(order)
      ? null
      : jobs.rowOf({ name: 'send-completion-mail', reservationId: reservation.id }),
  }
}

/** No order of the web is paid without an address; at the door a buyer may give it later, or never, and of a reseller's guest the store has none. */
export function hasNoAddress({ channel, buyer }: Pick<OrderRecord, 'channel' | 'buyer'>): boolean {
  return (channel === 'spot' || channel === 'OTA') && buyer.email === undefined
}

/**
 * Part of a statement: `locked_orders` and `whole_holds` (order_id), the orders that are as they were read, meet `condition` and
 * hold all they want.
 */
export function lockCompletions(
  completions: readonly Pick<Completion, 'order' | 'lines'>[],
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const orders = completions.map(({ order, lines }) => ({ order, spans: wantedSpans(lines) }))
  return lockWholeOrders(orders, condition)
}

/**
 * Part of a statement: completes the orders behind `ready`, a query of ids: reservation, tickets, magazines and
 * completion mail.
 */
export function writeCompletions(
  completions: readonly Completion[],
  ready: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const subscribers = completions.flatMap(({ subscriber }) => subscriber ?? [])
  const mails = completions.flatMap(({ reservation, mail }) =>
    mail === null ? [] : [{ key: reservation.id, row: mail }],
  )
  const discounted = completions.filter(({ methodDiscount }) => methodDiscount > 0)
  const parts = [
    writeCompleted(
      completions.map(({ order: { id }, methodDiscount, mail }) => ({
        id,
        methodDiscount,
        mails: mail === null ? 0 : 1,
      })),
      ready,
    ),
    keepHoldsOf(ready),
    insertReservations(
      completions.map(({ reservation }) => reservation),
      ready,
    ),
    sql`completion_mails as (${insertJobs(mails, sql`select id::text from new_reservations`)})`,
    ...(discounted.length > 0
      ? [
          writeMethodShares(
            discounted.map(one => ({ ...one, orderId: one.order.id })),
            ready,
          ),
        ]
      : []),
    ...(subscribers.length > 0 ? [subscribeBuyers(subscribers, ready)] : []),
  ]
  return sql.join(parts)
}
