import type { Booking, UnplacedMoney } from '@kippu/domain/books/journal'
import type { IsoDate } from '@kippu/domain/jst-date'
import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { boundsOf } from './days.ts'
import { DEBTOR } from './debtor.ts'

export interface DayOfSite {
  readonly siteKey: string
  readonly day: IsoDate
}

/**
 * Ids of the reservations whose books a day may touch, in the order in which it did; a few too many are harmless. With `visit` also those whose
 * visit is, or once was, on that day.
 */
export async function findTouched(
  read: Read,
  { siteKey, day }: DayOfSite,
  booking: Booking,
): Promise<readonly string[]> {
  const { begin, end } = boundsOf(day)
  const visits = sql`
    union all
    select p.reservation_id, s.starts_at
      from products m
      join time_spans s on s.product_id = m.id and s.visit_date = ${day}
      join orders o on o.time_span_id = s.id and o.status = 'completed'
      join payment_attempts a on a.order_id = o.id
      join reservation_payments p on p.attempt_id = a.id
     where m.site_key = ${siteKey}`
  const { rows } = await sql<{ id: string }>`
    select reservation_id as id from (
      select p.reservation_id, p.created_at as at
        from reservation_payments p join reservations r on r.id = p.reservation_id
       where p.created_at >= ${begin} and p.created_at < ${end} and r.site_key = ${siteKey}
      union all
      select reservation_id, created_at from refund_requests
       where site_key = ${siteKey} and created_at >= ${begin} and created_at < ${end}
      union all
      select t.reservation_id, t.revoked_at
        from tickets t join reservations r on r.id = t.reservation_id
       where t.revoked_at >= ${begin} and t.revoked_at < ${end} and r.site_key = ${siteKey}
      ${booking === 'visit' ? visits : sql``}
    ) as touched group by reservation_id order by min(at), reservation_id`.execute(read)
  return rows.map(({ id }) => id)
}

/** Money of a day that has no visit: it came too late for its order and goes back, or a person has to decide. */
export async function findUnplaced(
  read: Read,
  { siteKey, day }: DayOfSite,
): Promise<readonly UnplacedMoney[]> {
  const { begin, end } = boundsOf(day)
  const { rows } = await sql<Omit<UnplacedMoney, 'day'>>`
    select 'money:' || l.operation_key as document, a.provider_order_ref as reference, ${DEBTOR} as provider, l.amount as yen
      from ledger_entries l join payment_attempts a on a.id = l.attempt_id
     where l.account = 'provider' and l.created_at >= ${begin} and l.created_at < ${end} and l.site_key = ${siteKey}
       and not exists (select from reservation_payments p where p.attempt_id = l.attempt_id)
     order by l.created_at, l.operation_key`.execute(read)
  return rows.map(row => ({ ...row, day }))
}
