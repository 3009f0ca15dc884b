import { type RawBuilder, sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch-seconds.ts'
import { visitOf, type VisitRow } from '../../orders/bought/bought-columns.ts'

/** Words by language. */
type Words = Readonly<Record<string, string>>

/** A line of the newest order of a reservation; amounts in yen. */
export interface LineFacts {
  readonly kind: string
  /** The name of the product. */
  readonly name: Words | null
  /** The name of the kind of ticket or the extra; null on a set product. */
  readonly option_name: Words | null
  readonly quantity: number
  /** Its tickets that were not given back. */
  readonly left: number
  readonly unit_price: number
  readonly membership: number
  readonly coupon: number
  readonly method: number
  readonly tax_rate: number
}

/** Money that went to or fro; times in seconds since 1970. */
interface MoneyFacts {
  readonly at: number
  readonly amount: number
}

/** The facts that a receipt is made of. */
export interface ReceiptFacts {
  readonly site_key: string
  readonly number: string
  readonly lines: readonly LineFacts[]
  /** The oldest first. */
  readonly payments: ReadonlyArray<MoneyFacts & { readonly payment_method: string }>
  /** The oldest first; `is_since`: after the visit became what it is; `is_for_change`: because it was moved to a cheaper day. */
  readonly refunds: ReadonlyArray<
    MoneyFacts & { readonly is_since: boolean; readonly is_for_change: boolean }
  >
  readonly visit: VisitRow
}

export async function findReceiptFacts(read: Read, reservationId: string): Promise<ReceiptFacts> {
  const { rows } = await sql<ReceiptFacts>`
    select reservation.site_key, reservation.number, ${LINES} as lines, ${PAYMENTS} as payments, ${REFUNDS} as refunds,
           ${visitOf('orders.time_span_id')} as visit
      from reservations as reservation join orders on orders.id = reservation.order_id
     where reservation.id = ${reservationId}::uuid`.execute(read)
  const [facts] = rows
  if (facts === undefined) throw new Error(`there is no reservation ${reservationId}`)
  return facts
}

/** Words of an owner in every language. */
function wordsOfAll(table: string, column: string, owner: string): RawBuilder<unknown> {
  return sql`(select json_object_agg(lang, name) from ${sql.table(table)} where ${sql.ref(column)} = ${sql.ref(owner)})`
}

const LINES = sql`(
  select coalesce(json_agg(json_build_object(
      'kind', item.kind, 'quantity', item.quantity, 'unit_price', item.unit_price, 'tax_rate', item.tax_rate,
      'membership', item.membership_discount, 'coupon', item.coupon_discount, 'method', item.method_discount,
      'name', ${wordsOfAll('product_texts', 'product_id', 'item.product_id')},
      'option_name', ${wordsOfAll('option_value_texts', 'option_value_id', 'item.option_value_id')},
      'left', (
        select count(*) from tickets t
         where t.reservation_id = reservation.id and t.revoked_at is null
           and t.product_id = item.product_id and t.time_span_id = item.time_span_id
           and t.option_value_id is not distinct from item.option_value_id)
    ) order by item.kind = 'set', item.position), '[]')
    from order_items as item where order_id = orders.id)`

/** One that was only authorised and is released took nothing. */
const PAYMENTS = sql`(
  select coalesce(json_agg(json_build_object(
      'at', ${epochSeconds('p.created_at')}, 'amount', p.amount, 'payment_method', p.method) order by p.created_at), '[]')
    from (select paid.created_at, paid.amount, a.method, a.state, a.operation
            from reservation_payments paid join payment_attempts a on a.id = paid.attempt_id
           where paid.reservation_id = reservation.id) as p
   where p.amount > 0 and p.state <> 'voided' and p.operation is distinct from 'void')`

/** One of a whole payment has no request. */
const REFUNDS = sql`(
  select coalesce(json_agg(json_build_object(
      'at', ${epochSeconds('f.created_at')}, 'amount', f.amount, 'is_since', f.is_since,
      'is_for_change', f.is_for_change) order by f.created_at), '[]')
    from (select q.created_at, q.amount, q.order_id is null and q.created_at >= orders.completed_at as is_since,
                 q.order_id is not null as is_for_change
            from refund_requests q where q.reservation_id = reservation.id
          union all
          select r.created_at, r.amount, r.created_at >= orders.completed_at, false
            from refunds r join reservation_payments paid on paid.attempt_id = r.attempt_id
           where paid.reservation_id = reservation.id and r.request_id is null) as f
   where f.amount > 0)`
