import type { VisitHistory } from '@kippu/domain/books/history'
import { sql } from 'kysely'

import type { Database, Tx } from '../src/platform/db/database.ts'
import { insertSmallCatalogue } from './small-catalogue.ts'

/** Histories of one statement. */
const AT_ONCE = 1_000

/** Days on which both products of a small catalogue can be visited, however late a change is. */
const DAYS = { from: '2026-10-01', to: '2027-12-31' } as const

/** Writes reservations as the store would have, as far as the books read them. What is there already stays; what happened since is added. */
export async function insertHistories(db: Database, histories: readonly VisitHistory[]): Promise<void> {
  for (let first = 0; first < histories.length; first += AT_ONCE) {
    const rows = JSON.stringify(histories.slice(first, first + AT_ONCE))
    await db.transaction(async tx => {
      for (const insert of INSERTS) await insert(tx, rows)
    })
  }
}

/** A site with two products that are open every day. */
export async function openEveryDay(db: Database): Promise<void> {
  await insertSmallCatalogue(db)
  await db.transaction(async tx => {
    await sql`
      insert into product_days (product_id, visit_date, base_price)
      select p.id, d::date, 100 from products p, generate_series(${DAYS.from}::date, ${DAYS.to}::date, interval '1 day') d
       where p.site_key = 'demo' on conflict do nothing`.execute(tx)
    await sql`
      insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, capacity)
      select 'demo', d.product_id, d.visit_date, d.visit_date + interval '1 hour', d.visit_date + interval '2 hours', 100000
        from product_days d join products p on p.id = d.product_id
       where p.site_key = 'demo' and not exists (
         select from time_spans s where s.product_id = d.product_id and s.visit_date = d.visit_date)`.execute(
      tx,
    )
  })
}

const at = (column: string) =>
  sql`timestamptz 'epoch' + ${sql.ref(column)}::bigint * interval '1 microsecond'`

/** One row a version: the visit `h`, its order `v`, which comes at place `n`. */
const versions = (rows: string) => sql`
  (select h.*, v.value as v, v.n from
    jsonb_to_recordset(${rows}::jsonb) as h ("reservationId" uuid, number text, versions jsonb)
    cross join jsonb_array_elements(h.versions) with ordinality as v (value, n)) as x
  cross join lateral jsonb_to_record(x.v) as o (
    at bigint, "orderId" uuid, "attemptId" uuid, paid int, provider text, method text, "releasedAt" bigint,
    "visitDate" date, "productId" int, channel text, lines jsonb)`

const spanOf = (product: string) => sql`(
  select min(id) from time_spans s where s.product_id = ${sql.ref(product)} and s.visit_date = o."visitDate")`

const hashOf = (word: string, column: string) =>
  sql`sha256(convert_to(${word} || ${sql.ref(column)}::text, 'UTF8'))`

const INSERTS: ReadonlyArray<(tx: Tx, rows: string) => Promise<unknown>> = [
  // The first order, its reservation, then the changes of it.
  (tx, rows) => insertOrders(tx, rows, true),
  (tx, rows) =>
    sql`insert into reservations (id, site_key, order_id, number, token_hash, status, created_at)
        select x."reservationId", 'demo', o."orderId", x.number, ${hashOf('rsv', 'x.number')}, 'active', ${at('o.at')}
          from ${versions(rows)} where x.n = 1 on conflict do nothing`.execute(tx),
  (tx, rows) => insertOrders(tx, rows, false),
  (tx, rows) =>
    sql`update reservations r set order_id = last.id
          from (select distinct on (x."reservationId") x."reservationId" as reservation, o."orderId" as id
                  from ${versions(rows)} order by x."reservationId", x.n desc) as last
         where r.id = last.reservation and r.order_id <> last.id`.execute(tx),
  (tx, rows) =>
    sql`insert into order_items (order_id, position, kind, option_value_id, quantity, base_price, add_cost, unit_price,
                                 membership_discount, coupon_discount, method_discount, product_id, time_span_id, tax_rate)
        select o."orderId", l.n - 1, case l.kind when 'ticket' then 'ticket_type' else l.kind end, l."optionValueId",
               l.quantity, 0, 0, l."unitPrice", l.membership, l.coupon, l.method, l."productId", ${spanOf('l.productId')},
               l."taxRate"
          from ${versions(rows)}
          cross join lateral (
            select line.*, n from jsonb_array_elements(o.lines) with ordinality as e (value, n)
            cross join lateral jsonb_to_record(e.value) as line (
              kind text, "optionValueId" int, quantity int, "unitPrice" int, membership int, coupon int, method int,
              "productId" int, "taxRate" int)) as l
            on conflict do nothing`.execute(tx),
  (tx, rows) =>
    sql`insert into payment_attempts (id, site_key, order_id, payment_number_hash, provider, method, provider_order_ref, amount,
                                      currency, tax_amount, state, deadline, created_at, updated_at)
        select o."attemptId", 'demo', o."orderId", ${hashOf('pay', 'o.attemptId')}, o.provider, o.method,
               right(replace(o."attemptId"::text, '-', ''), 20) || substr(o."attemptId"::text, 1, 7), o.paid, 'JPY', 0, 'captured',
               ${at('o.at')}, ${at('o.at')}, ${at('o.at')}
          from ${versions(rows)} on conflict do nothing`.execute(tx),
  (tx, rows) =>
    sql`update payment_attempts a set state = 'voided'
          from ${versions(rows)} where a.id = o."attemptId" and o."releasedAt" is not null`.execute(tx),
  (tx, rows) =>
    sql`insert into reservation_payments (reservation_id, attempt_id, amount, created_at)
        select x."reservationId", o."attemptId", o.paid, ${at('o.at')} from ${versions(rows)} on conflict do nothing`.execute(
      tx,
    ),
  (tx, rows) =>
    sql`insert into ledger_entries (id, site_key, order_id, attempt_id, account, amount, kind, operation_key, created_at)
        select gen_random_uuid(), 'demo', o."orderId", o."attemptId", side.account, side.sign * o.paid, 'capture',
               o."attemptId" || ':capture', ${at('o.at')}
          from ${versions(rows)}, (values ('provider', 1), ('sales', -1)) as side (account, sign)
         where o.paid > 0 and o."releasedAt" is null on conflict do nothing`.execute(tx),
  (tx, rows) =>
    sql`insert into refund_requests (id, site_key, reservation_id, purpose, ticket_ids, amount, reason, created_at, order_id)
        select q.id, 'demo', h."reservationId", 'tickets', '{}', q.amount, 'random', ${at('q.at')}, q."orderId"
          from ${refunds(rows)} on conflict do nothing`.execute(tx),
  (tx, rows) =>
    sql`insert into refunds (id, site_key, order_id, attempt_id, amount, reason, state, created_at, updated_at, request_id)
        select gen_random_uuid(), 'demo', a.order_id, a.id, p.yen, 'random', 'done', ${at('q.at')}, ${at('q.at')}, q.id
          from ${refunds(rows)}
          cross join lateral jsonb_to_recordset(q.parts) as p (method text, yen int)
          cross join lateral (
            select t.id, t.order_id from reservation_payments y join payment_attempts t on t.id = y.attempt_id
             where y.reservation_id = h."reservationId" and t.method = p.method order by t.created_at desc limit 1) as a
         where not exists (select from refunds f where f.request_id = q.id)`.execute(tx),
  (tx, rows) =>
    sql`insert into tickets (reservation_id, id, type, option_value_id, price, code_hash, product_id, time_span_id, revoked_at)
        select h."reservationId", t.n, case when k."isSet" then 'set' else 'gate' end, k."optionValueId", 0,
               sha256(convert_to(h.number || t.n, 'UTF8')), k."productId",
               (select min(s.id) from time_spans s where s.product_id = k."productId" and s.visit_date = (
                 select (v ->> 'visitDate')::date from jsonb_array_elements(h.versions) v
                  where (v ->> 'at')::bigint <= k.at order by (v ->> 'at')::bigint desc limit 1)),
               ${at('k.at')}
          from jsonb_to_recordset(${rows}::jsonb) as h ("reservationId" uuid, number text, versions jsonb, revoked jsonb)
          cross join jsonb_array_elements(h.revoked) with ordinality as t (value, n)
          cross join lateral jsonb_to_record(t.value) as k (at bigint, "isSet" boolean, "productId" int, "optionValueId" int)
            on conflict do nothing`.execute(tx),
]

const refunds = (rows: string) => sql`
  jsonb_to_recordset(${rows}::jsonb) as h ("reservationId" uuid, refunds jsonb)
  cross join lateral jsonb_to_recordset(h.refunds) as q (id uuid, at bigint, amount int, "orderId" uuid, parts jsonb)`

function insertOrders(tx: Tx, rows: string, isFirst: boolean): Promise<unknown> {
  return sql`insert into orders (id, site_key, channel, token_hash, status, lang, product_id, time_span_id, quantity, subtotal, price,
                                 expires_at, created_at, completed_at, kind, replaces)
        select o."orderId", 'demo', o.channel, ${hashOf('ord', 'o.orderId')}, 'completed', 'ja', o."productId",
               ${spanOf('o.productId')}, 1, 0, 0, ${at('o.at')}, ${at('o.at')}, ${at('o.at')},
               case when x.n = 1 then 'visit' else 'time_change' end, case when x.n > 1 then x."reservationId" end
          from ${versions(rows)} where (x.n = 1) = ${isFirst} on conflict do nothing`.execute(tx)
}
