import { sql } from 'kysely'

import { fixed } from '../platform/db/fixed.ts'
/**
 * The yen that are paid for a reservation over all its orders and were not given back; in a statement that has
 * `reservation` among its tables. A refund of a whole payment has no request.
 */
export const PAID_YEN = fixed(sql<number>`(
  coalesce((select sum(amount) from reservation_payments p where p.reservation_id = reservation.id), 0)
  - coalesce((select sum(amount) from refund_requests q where q.reservation_id = reservation.id), 0)
  - coalesce((select sum(f.amount) from refunds f
               join reservation_payments p on p.attempt_id = f.attempt_id
              where p.reservation_id = reservation.id and f.request_id is null), 0))::integer`)
