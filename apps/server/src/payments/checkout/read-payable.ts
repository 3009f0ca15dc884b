import type { MethodDiscount } from '@kippu/domain/method-discount'
import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import { fixed } from '../../platform/db/fixed.ts'
import type { GroupedRead } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { CHANGE_STOP, type ChangeStopFacts } from '../../tickets/change-stop.ts'
import { type AskedOrder, orderFacts, type OrderTokenKind } from '../../orders/life/find-order.ts'
import { payableOf, type PayableOrder, selectPayable } from '../../orders/life/payable-order.ts'

/** A method by which the site sells on the channel of an order, with its discount. */
export interface ListedMethod {
  readonly method: string
  readonly discount: MethodDiscount | null
}

/** An order, the payments that it had, and how it may be paid. */
export interface PaymentFacts extends PayableOrder {
  /** The open one included. */
  readonly attempts: number
  readonly methods: readonly ListedMethod[]
  /** Null for what is not a change of time. */
  readonly changeStop: ChangeStopFacts | null
}

const ATTEMPTS = sql<number>`(select count(*) from payment_attempts where order_id = orders.id)::integer`

const METHODS = fixed(
  jsonArrayFrom(
    expressionBuilder<Schema, 'orders'>()
      .selectFrom('payment_methods')
      .select(['method', 'discount_type', 'payment_methods.discount_amount'])
      .whereRef('payment_methods.site_key', '=', 'orders.site_key')
      .whereRef('payment_methods.channel', '=', 'orders.channel'),
  ),
)

/** All that a payment of an order is judged by, by the kind of its token. */
export const PAYMENT_FACTS: Readonly<
  Record<OrderTokenKind, GroupedRead<AskedOrder, PaymentFacts | undefined>>
> = { order: factsOf('order'), time_change: factsOf('time_change') }

function factsOf(kind: OrderTokenKind): GroupedRead<AskedOrder, PaymentFacts | undefined> {
  return orderFacts(
    orders =>
      selectPayable(orders).select([
        ATTEMPTS.as('attempts'),
        (kind === 'time_change' ? CHANGE_STOP : sql<null>`null::json`).as('change_stop'),
        METHODS.as('methods'),
      ]),
    row => ({
      ...payableOf(row),
      attempts: row.attempts,
      changeStop: row.change_stop,
      methods: row.methods.map(({ method, discount_type: type, discount_amount: amount }) => ({
        method,
        discount: type === null ? null : { type, amount },
      })),
    }),
    kind,
  )
}
