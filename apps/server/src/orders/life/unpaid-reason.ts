import { sql } from 'kysely'

/** Whether somebody tried to pay the order `o`. */
export const WAS_TRIED = sql<boolean>`exists (select from payment_attempts p where p.order_id = o.id)`

/**
 * How far the order `o` came that ended without being paid: a change of time that was left, one that its visitor gave up, one whose payments
 * failed, one without answers, or one with answers and no payment.
 */
export const UNPAID_REASON = sql<string>`case
  when o.kind = 'time_change' then 'no_change' when o.status = 'cancelled' then 'given_up'
  when ${WAS_TRIED} then 'not_paid' when o.customer_info = '[]' and o.email is null and o.member_id is null then 'no_form'
  else 'no_payment' end`
