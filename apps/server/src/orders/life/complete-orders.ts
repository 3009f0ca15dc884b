import { type RawBuilder, sql } from 'kysely'

import { listed } from '../../platform/db/list.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'

/** An order that is complete, with what was told of it at once. */
export interface CompletedOrder {
  readonly id: string
  /** Its payment method took this off, in yen. */
  readonly methodDiscount: number
  /** Mails about it that are queued with it. */
  readonly mails: number
}

/** Part of a statement: the orders behind `ready`, a query of ids, are complete. */
export function writeCompleted(
  orders: readonly CompletedOrder[],
  ready: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`completed_orders as (
      update orders set status = 'completed', completed_at = now(), check_at = null, version = ${VERSION_RAISED}, method_discount = c.discount,
             mails_after_payment = c.mails
      from ${listed('c', {
        order_id: ['uuid', orders.map(({ id }) => id)],
        discount: ['int', orders.map(({ methodDiscount }) => methodDiscount)],
        mails: ['int', orders.map(({ mails }) => mails)],
      })}
      where id = c.order_id and id in (${ready})
    )`
}

/** Part of a statement: the changes of time behind `ready`, a query of ids, are complete; what they carried over they hold themselves from now on. */
export function writeCompletedChanges(ready: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`completed_changes as (
      update orders set status = 'completed', completed_at = now(), check_at = null, version = ${VERSION_RAISED}
       where id in (${ready})
    ), held_lines as (
      update order_items set stock = 'held' where order_id in (${ready}) and stock = 'carried'
    )`
}
