import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'

/** The fault of a row that breaks an invariant. */
export interface Broken {
  readonly invariant: string
  readonly row: string
}

/**
 * Checks the invariants that must hold at any moment: stock (I1, I2), tickets (I3), money (I4, I5), payments (I6), the
 * ledger (I7), uses of coupons (I8) prices (I9) and what staff find buyers by (I10). Empty when all hold. One statement, so that it sees one moment.
 */
export async function findBroken(read: Read): Promise<readonly Broken[]> {
  const all = Object.entries(INVARIANTS).map(
    ([name, rows]) => sql`select ${name}::text as invariant, broken.row from (${rows}) as broken`,
  )
  const { rows } = await sql<Broken>`${SEEN} ${sql.join(all, sql` union all `)}`.execute(read)
  return rows
}

/** Subqueries that several invariants share. */
const SEEN = sql`
  with
    held as (select time_span_id, sum(units) as units from holds group by time_span_id),
    issued as (
      select r.order_id, sum(t.price) as price
      from reservations r join tickets t on t.reservation_id = r.id
      where t.revoked_at is null group by r.order_id
    ),
    revoked as (
      select r.order_id, t.time_span_id, count(*) as units
      from reservations r join orders o on o.id = r.order_id join tickets t on t.reservation_id = r.id
      -- Those that were given back before a change of time did not go along with it.
      where t.revoked_at >= o.completed_at group by 1, 2
    ),
    -- The reservation of each order that paid for it, of changes of its date too; an order without one stands for itself.
    homes as (
      select o.id as order_id, coalesce(p.reservation_id, r.id, o.replaces, o.id) as home
      from orders o
      left join payment_attempts a on a.order_id = o.id and exists (
        select from reservation_payments p where p.attempt_id = a.id)
      left join reservation_payments p on p.attempt_id = a.id
      left join reservations r on r.order_id = o.id
    ),
    kept as (
      select h.home, sum(l.amount) as yen from ledger_entries l join homes h on h.order_id = l.order_id
      where l.account = 'provider' group by h.home
    ),
    priced as (
      select h.home, sum(i.price) as yen from issued i join homes h on h.order_id = i.order_id group by h.home
    ),
    shares as (
      select order_id, sum(membership_discount) as membership, sum(coupon_discount) as coupon,
             sum(method_discount) as method
      from order_items group by order_id
    ),
    -- Set products of a change of time may be bought without a place (D-05), or keep the one that they have until it is complete.
    ordered as (
      select order_id, time_span_id, sum(units) as units, bool_and(stock = 'held') as is_held,
             bool_or(stock = 'held') as is_partly_held
      from (
        select id as order_id, time_span_id, quantity as units, 'held' as stock from orders
        union all
        select order_id, time_span_id, quantity, stock from order_items where kind = 'set'
      ) as line group by 1, 2
    ),
    wanted as (
      select o.order_id, o.time_span_id, o.is_held, o.is_partly_held, o.units - coalesce(r.units, 0) as units
      from ordered o left join revoked r using (order_id, time_span_id)
      where o.units > coalesce(r.units, 0)
    ),
    -- Yen that a change to a cheaper time did not give back, as its site says.
    kept_difference as (
      select r.id as home, greatest(0, o.credit - o.price)
             - coalesce((select q.amount from refund_requests q where q.order_id = o.id), 0) as yen
      from reservations r join orders o on o.id = r.order_id where o.kind = 'time_change'
    ),
    admitted as (
      select r.order_id, t.time_span_id, count(*) as units
      from reservations r join tickets t on t.reservation_id = r.id
      where t.revoked_at is null group by 1, 2
    ),
    at_work as (
      select order_id, state, operation, check_at, needs_person, id from payment_attempts
      where state in ('created', 'executing', 'action_required', 'pending', 'authorized')
         or operation is not null
    )`

/** The invariants by name, each with a query for the rows that break it. */
export const INVARIANTS = {
  'I1 taken <= capacity': sql`
    select id::text as row from time_spans
    where taken > capacity or taken < 0`,
  'I2 taken = sum of holds': sql`
    select s.id::text as row from time_spans s left join held h on h.time_span_id = s.id
    where s.taken <> coalesce(h.units, 0)`,
  'I2 used of a share = sum of the holds of its channel': sql`
    select s.time_span_id || ' ' || s.channel as row from channel_shares s
    where s.used <> (select coalesce(sum(h.units), 0) from holds h
                      where h.time_span_id = s.time_span_id and h.channel = s.channel)`,
  'I2 a sold order keeps its holds, of its visit and of each set product': sql`
    select w.order_id::text as row from wanted w join issued i on i.order_id = w.order_id
    where w.is_held and not exists (
    select from holds h where h.order_id = w.order_id and h.time_span_id = w.time_span_id
    and h.units = w.units and h.expires_at is null)`,
  'I2 nobody holds what no order wants': sql`
    select h.order_id::text as row from holds h
    where not exists (
    select from wanted w where w.order_id = h.order_id and w.time_span_id = h.time_span_id and w.is_partly_held
    and (w.units = h.units or (not w.is_held and h.units < w.units)))`,
  'I2 a hold never ends before its order': sql`
    select h.order_id::text as row from holds h join orders o on o.id = h.order_id where h.expires_at < o.expires_at`,
  'I2 only an order that is not paid counts in a share, by whether it is proved': sql`
    select h.order_id::text as row from holds h join orders o on o.id = h.order_id
    where h.network is not null and h.expires_at is not null
    and case when h.expires_at = 'infinity' then h.is_proved or o.status <> 'payment_pending'
    else o.status not in ('temporary', 'mail_sent', 'ready_checkout') or h.is_proved <> (o.status = 'ready_checkout') end`,
  'I2 an order that waits for its places holds none, and is not paid': sql`
    select o.id::text as row from orders o
    where o.places_at_proof and (exists (select from holds h where h.order_id = o.id)
    or o.status in ('payment_pending', 'payment_3ds', 'completed'))`,
  'I3 a ticket a person and one a unit of a set product': sql`
    select w.order_id::text as row from wanted w join issued i on i.order_id = w.order_id
    left join admitted a on a.order_id = w.order_id and a.time_span_id = w.time_span_id
    where a.units is distinct from w.units`,
  'I3 tickets only for a completed order': sql`
    select i.order_id::text as row from issued i
    join orders o on o.id = i.order_id where o.status <> 'completed'`,
  'I3 a completed order has tickets': sql`
    select o.id::text as row from orders o
    where o.status = 'completed' and not exists (select from issued i where i.order_id = o.id)
    and not exists (select from reservations r where r.order_id = o.id and r.status = 'cancelled')
    and not exists (select from orders later join homes h on h.home = later.replaces
      where h.order_id = o.id and later.id <> o.id and later.status = 'completed')`,
  'I3 tickets => paid': sql`
    select i.order_id::text as row from issued i
    where not exists (
    select from payment_attempts a join homes h on h.order_id = a.order_id
    join homes own on own.home = h.home
    where own.order_id = i.order_id
    and (a.state in ('captured', 'partially_refunded') or (a.state = 'authorized' and a.operation = 'capture')
    -- All that cost something was given back, and what cost nothing still admits.
    or (a.state = 'refunded' and i.price = 0)))`,
  'I4 captured - refunded = price of tickets': sql`
    select (array_agg(o.id order by o.created_at))[1]::text as row from homes h join orders o on o.id = h.order_id
    left join kept on kept.home = h.home left join priced on priced.home = h.home
    left join kept_difference d on d.home = h.home
    group by h.home, kept.yen, priced.yen, d.yen
    having coalesce(kept.yen, 0) <> coalesce(priced.yen, 0) + coalesce(d.yen, 0)
    and not exists (select from refund_requests q where q.reservation_id = h.home and not q.is_spread)
    and not bool_or(exists (select from at_work w where w.order_id = o.id and w.operation is not null))
    and not bool_or(exists (select from refunds r where r.order_id = o.id and r.state <> 'done'))
    and not bool_or(o.status = 'refund_failed')`,
  'I5 one capture per attempt': sql`
    select attempt_id::text as row from ledger_entries
    where kind = 'capture' and account = 'provider' group by attempt_id having count(*) > 1`,
  'I5 one paid attempt per order': sql`
    select order_id::text as row from payment_attempts
    where state in ('captured', 'authorized') and operation is distinct from 'void'
    and operation is distinct from 'refund'
    group by order_id having count(*) > 1`,
  'I6 an order being paid has an open attempt': sql`
    select o.id::text as row from orders o
    where o.status in ('payment_pending', 'payment_3ds')
    and not exists (select from at_work w where w.order_id = o.id)`,
  'I6 no payment older than 15 minutes, unless its fate is unknown': sql`
    select a.id::text as row from payment_attempts a
    where a.state in ('created', 'action_required') and a.operation is null
    and a.created_at < now() - interval '15 minutes'`,
  'I6 what is open is looked at again': sql`
    select w.id::text as row from at_work w
    where w.check_at is null and not w.needs_person`,
  'I1 an order that is not over is looked at when its hold ends': sql`
    select o.id::text as row from orders o
    where (o.check_at is null) = (o.status in ('temporary', 'mail_sent', 'ready_checkout', 'payment_pending', 'payment_3ds'))
    or o.check_at > o.expires_at`,
  'I10 buyers are found by what they answered': sql`
    select coalesce(o.id, f.order_id)::text as row from found_buyers f
    full join (
      select id, site_key, buyer_name(customer_info) as name, buyer_name_turned(customer_info) as name_turned,
             buyer_phone_turned(customer_info) as phone_turned
        from orders where customer_info <> '[]'
    ) o on o.id = f.order_id and o.site_key = f.site_key
    where (o.name, o.name_turned, o.phone_turned) is distinct from (f.name, f.name_turned, f.phone_turned)`,
  'I7 ledger sums to zero': sql`
    select operation_key as row from ledger_entries
    group by operation_key having sum(amount) <> 0`,
  'I8 taken = counted uses': sql`
    select c.site_key || ' ' || c.code as row from coupons c
    where c.taken <> (select count(*) from order_coupons u where u.coupon_id = c.id and u.is_counted)`,
  'I8 an order that gave its stock back uses no coupon': sql`
    select u.order_id::text as row from order_coupons u
    join orders o on o.id = u.order_id
    where u.is_counted and o.status in ('expired', 'cancelled', 'refunded', 'refund_failed')`,
  'I9 price = subtotal - membership - coupons': sql`
    select o.id::text as row from orders o
    where o.price <> o.subtotal - o.membership_discount
    - (select coalesce(sum(discount), 0) from order_coupons u where u.order_id = o.id)`,
  'I9 shares of lines = deductions of the order': sql`
    select o.id::text as row from orders o
    join shares s on s.order_id = o.id
    where s.membership <> o.membership_discount or s.method <> o.method_discount
    or s.coupon <> (select coalesce(sum(discount), 0) from order_coupons u where u.order_id = o.id)`,
} as const
