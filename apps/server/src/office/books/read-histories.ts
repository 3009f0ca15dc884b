import type { VisitHistory } from '@kippu/domain/books/history'
import { type RawBuilder, sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { DEBTOR } from './debtor.ts'

/** Whole microseconds since 1970: of two things that happened in one second it is known which came first. */
function micros(column: string): RawBuilder<number> {
  return sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`
}

/** The histories of reservations, in the order of their ids as asked. */
export async function readHistories(read: Read, ids: readonly string[]): Promise<VisitHistory[]> {
  const { rows } = await sql<VisitHistory>`
    select r.id as "reservationId", r.number, ${VERSIONS} as versions, ${REFUNDS} as refunds, ${REVOKED} as revoked
      from unnest(${list('uuid', ids)}) with ordinality as asked (id, place)
      join reservations r on r.id = asked.id
     order by asked.place`.execute(read)
  return rows
}

const LINES = sql`(
  select coalesce(json_agg(json_build_object(
      'kind', case i.kind when 'ticket_type' then 'ticket' else i.kind end, 'quantity', i.quantity,
      'unitPrice', i.unit_price, 'membership', i.membership_discount, 'coupon', i.coupon_discount,
      'method', i.method_discount, 'taxRate', i.tax_rate,
      'productId', i.product_id, 'timeSpanId', i.time_span_id, 'optionValueId', i.option_value_id) order by i.kind = 'set', i.position), '[]')
    from order_items i where i.order_id = o.id)`

/** A payment that was only authorised, and given up, took nothing. */
const VERSIONS = sql`(
  select coalesce(json_agg(json_build_object(
      'at', ${micros('p.created_at')}, 'orderId', o.id, 'attemptId', a.id, 'paid', p.amount,
      'provider', ${DEBTOR}, 'method', a.method,
      'releasedAt', case when a.state = 'voided' or a.operation = 'void' then coalesce((
          select max(${micros('t.revoked_at')}) from tickets t where t.reservation_id = r.id), ${micros('a.updated_at')}) end,
      'visitDate', s.visit_date, 'productId', o.product_id, 'channel', o.channel, 'lines', ${LINES})
      order by p.created_at, a.id), '[]')
    from reservation_payments p
    join payment_attempts a on a.id = p.attempt_id
    join orders o on o.id = a.order_id
    join time_spans s on s.id = o.time_span_id
   where p.reservation_id = r.id)`

const REFUNDS = sql`(
  select coalesce(json_agg(json_build_object(
      'id', q.id, 'at', ${micros('q.created_at')}, 'amount', q.amount, 'orderId', q.order_id,
      'parts', (
        select coalesce(json_agg(json_build_object('provider', ${DEBTOR}, 'method', a.method, 'yen', f.amount)
                 order by a.created_at desc, f.id), '[]')
          from refunds f join payment_attempts a on a.id = f.attempt_id where f.request_id = q.id))
      order by q.created_at, q.id), '[]')
    from refund_requests q where q.reservation_id = r.id)`

const REVOKED = sql`(
  select coalesce(json_agg(json_build_object(
      'at', ${micros('t.revoked_at')}, 'isSet', t.type = 'set', 'productId', t.product_id,
      'timeSpanId', t.time_span_id, 'optionValueId', t.option_value_id)), '[]')
    from tickets t
   where t.reservation_id = r.id and t.revoked_at is not null)`
