import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'

/** Something that does not agree, by the number or id under which a person finds it. */
export interface Disagreement {
  readonly check: string
  readonly siteKey: string
  readonly row: string
}

/** The ledger's sums of each payment, and what its refunds gave back. */
const SEEN = sql`
  with
    booked as (
      select attempt_id, sum(amount) as yen from ledger_entries where account = 'provider' group by attempt_id
    ),
    returned as (
      select attempt_id, sum(amount) filter (where state = 'done') as done, bool_or(state <> 'done') as is_open
      from refunds group by attempt_id
    ),
    -- What the documents of a reservation come to: payments and what was asked back.
    documents as (
      select r.id, r.site_key, r.number, paid.yen - coalesce(back.yen, 0) as yen, paid.booked,
             paid.is_open or coalesce(back.is_open, false) as is_open
      from reservations r
      join (
        select p.reservation_id,
               sum(case when a.state = 'voided' or a.operation = 'void' then 0 else p.amount end) as yen,
               sum(coalesce(b.yen, 0)) as booked,
               bool_or(a.operation is not null or a.state not in ('captured', 'partially_refunded', 'refunded', 'voided')
                       or coalesce(f.is_open, false)) as is_open
        from reservation_payments p join payment_attempts a on a.id = p.attempt_id
        left join booked b on b.attempt_id = a.id left join returned f on f.attempt_id = a.id
        group by p.reservation_id
      ) paid on paid.reservation_id = r.id
      left join (
        select reservation_id, sum(amount) as yen, bool_or(not is_spread) as is_open
        from refund_requests group by reservation_id
      ) back on back.reservation_id = r.id
    ),
    -- What came in and went back on each day in Japan.
    moved as (
      select site_key, (at at time zone 'Asia/Tokyo')::date as day, sum(yen) as yen from (
        select a.site_key, p.created_at as at, p.amount as yen
        from reservation_payments p join payment_attempts a on a.id = p.attempt_id
        union all
        select a.site_key, greatest(p.created_at, coalesce(
                 (select max(t.revoked_at) from tickets t where t.reservation_id = p.reservation_id), a.updated_at)), -p.amount
        from reservation_payments p join payment_attempts a on a.id = p.attempt_id
        where a.state = 'voided' or a.operation = 'void'
        union all
        select q.site_key, greatest(q.created_at, (
                 select min(p.created_at) from reservation_payments p join payment_attempts a on a.id = p.attempt_id
                 where p.reservation_id = q.reservation_id and (q.order_id is null or a.order_id = q.order_id))), -q.amount
        from refund_requests q
      ) as flow (site_key, at, yen) group by 1, 2
    )`

/** The comparisons of money by name, each with a query for what disagrees. */
export const MONEY_CHECKS = {
  'M1 ledger = state of the payment': sql`
    select a.site_key, a.provider_order_ref as row from payment_attempts a
    left join booked b on b.attempt_id = a.id left join returned f on f.attempt_id = a.id
    where a.operation is null and a.state not in ('created', 'executing', 'action_required', 'pending')
    and coalesce(b.yen, 0) <> case a.state
      when 'captured' then a.amount when 'refund_failed' then a.amount
      when 'partially_refunded' then a.amount - coalesce(f.done, 0) else 0 end`,
  'M2 a refund that is done is booked': sql`
    select f.site_key, f.id::text as row from refunds f
    left join ledger_entries l on l.operation_key = 'refund:' || f.id and l.account = 'provider'
    where f.state = 'done' and l.amount is distinct from -f.amount`,
  'M3 payment of a reservation = what was charged': sql`
    select r.site_key, r.number as row from reservation_payments p
    join payment_attempts a on a.id = p.attempt_id join reservations r on r.id = p.reservation_id
    where p.amount <> a.amount`,
  'M4 payments and refunds of a reservation = ledger': sql`
    select site_key, number as row from documents where not is_open and yen <> booked`,
  'M5 receipt = payments and refunds': sql`
    select c.site_key, c.year || '-' || lpad(c.number::text, 6, '0') as row
    from receipts c join documents d on d.id = c.reservation_id
    where not exists (select from receipts later where later.former_id = c.id)
    and (c.document ->> 'total')::bigint <> d.yen`,
  'M6 receipt numbers have no gap': sql`
    select n.site_key, n.year::text as row from receipt_numbers n
    where n.last <> (select count(*) from receipts c where c.site_key = n.site_key and c.year = n.year)`,
  'M7 parts of a refund = what was asked back': sql`
    select q.site_key, q.id::text as row from refund_requests q
    where q.is_spread and q.amount <> (
      select coalesce(sum(f.amount), 0) from refunds f where f.request_id = q.id)`,
  'M8 a closed month is whole': sql`
    select m.site_key, m.month as row from closed_months m
    where m.entries <> (
      select count(distinct j.entry) from journal_entries j where j.site_key = m.site_key and j.month = m.month)`,
  'M9 kept sales of a day = payments and refunds': sql`
    select d.site_key, d.day::text as row from sold_days d left join moved m on m.site_key = d.site_key and m.day = d.day
    where d.yen <> coalesce(m.yen, 0)`,
} as const

/** The disagreements of all sites. One statement, so that it sees one moment. */
export async function findDisagreements(read: Read): Promise<readonly Disagreement[]> {
  const all = Object.entries(MONEY_CHECKS).map(
    ([name, rows]) => sql`select ${name}::text as "check", wrong.site_key, wrong.row from (${rows}) as wrong`,
  )
  const { rows } = await sql<{ check: string; site_key: string; row: string }>`
    ${SEEN} ${sql.join(all, sql` union all `)}`.execute(read)
  return rows.map(({ check, site_key: siteKey, row }) => ({ check, siteKey, row }))
}
