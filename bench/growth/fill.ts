import { sampleName } from '@kippu/demo/sample-names'
import type { Database, Tx } from '@kippu/server/platform/db/database'
import { sql } from 'kysely'

import type { GrowthShop } from './shop.ts'

/**
 * Fills a store's tables with orders of the past, written by SQL as its own program writes them: lines, holds, payments, ledger
 * entries, webhook events, reservations, tickets, refunds, uses of coupons, readers of magazines and finished mails. Order `n`
 * was made `n` times {@link SECONDS_BETWEEN} before now, so that more orders reach further back.
 */

export interface Fill {
  readonly db: Database
  readonly shop: GrowthShop
  /** The orders `from + 1` to `to` are written. Both are multiples of {@link ORDERS_A_DAY}. */
  readonly from: number
  readonly to: number
}

export const ORDERS_A_DAY = 1_000
const SECONDS_BETWEEN = 86_400 / ORDERS_A_DAY
/** Orders of one transaction. */
const CHUNK = 50_000
/** These many of the newest orders have their visit still before them: what a time span sells is bounded, however old the store is. */
const NEWEST = 10_000
/** The store deletes older webhook events. */
const EVENTS_KEPT_DAYS = 400
/** The queue deletes finished jobs that are older. */
const MAILS_KEPT_DAYS = 7

/** Writes the orders, chunk by chunk, and then counts the rows for the planner, as a store does that has run for long. */
export async function fillOrders({ db, shop, from, to }: Fill): Promise<void> {
  for (let done = from; done < to; done += CHUNK) {
    const last = Math.min(done + CHUNK, to)
    await db.transaction(tx => fillChunk(tx, { shop, from: done, to: last }))
    if (last - from > CHUNK) console.log(`  ${last} orders`)
  }
  await db.read(read => sql`vacuum (analyze)`.execute(read))
}

type Chunk = Pick<Fill, 'shop' | 'from' | 'to'>

async function fillChunk(tx: Tx, chunk: Chunk): Promise<void> {
  // Every row names rows of the same chunk, and the books are checked afterwards: no foreign key is looked up a million times.
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`set local work_mem = '256MB'`.execute(tx)
  await fillDays(tx, chunk)
  await chooseOrders(tx, chunk)
  for (const statement of [
    ...ORDERS,
    ...PAYMENTS,
    ...RESERVATIONS,
    ...REFUNDS,
    ...OTHERS,
    finishedMails,
    countedStock,
  ])
    await statement.execute(tx)
  await sql`drop table made, made_tickets, made_refunds`.execute(tx)
}

/** The days of the past, each with ten time spans of the product and of its set product. */
async function fillDays(tx: Tx, { shop: { catalogue }, from, to }: Chunk): Promise<void> {
  const [first, last] = [Math.floor(from / ORDERS_A_DAY), Math.floor((to - 1) / ORDERS_A_DAY)]
  for (const { productId, price } of [
    { productId: catalogue.productId, price: 3200 },
    { productId: catalogue.tea.productId, price: 800 },
  ]) {
    await sql`
      insert into product_days (product_id, visit_date, base_price)
      select ${productId}, (now() at time zone 'Asia/Tokyo')::date - 1 - day, ${price}
        from generate_series(${first}::int, ${last}::int) as day`.execute(tx)
    await sql`
      insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, capacity)
      select 'demo', product_id, visit_date, begins, begins + interval '1 hour', 2000
        from product_days, generate_series(10, 19) as hour,
             lateral (select (visit_date + make_time(hour, 0, 0)) at time zone 'Asia/Tokyo' as begins) as b
       where product_id = ${productId}
         and visit_date between (now() at time zone 'Asia/Tokyo')::date - 1 - ${last}::int
             and (now() at time zone 'Asia/Tokyo')::date - 1 - ${first}::int`.execute(tx)
  }
}

/**
 * Chooses what each order bought, how it was paid and how it ended. Of a hundred orders 80 are completed, two of them given back
 * as a whole and one in part; 17 expired, some after a refused payment; three were cancelled.
 */
async function chooseOrders(tx: Tx, { shop, from, to }: Chunk): Promise<void> {
  const { catalogue, couponId, memberId, promotionId } = shop
  await sql`
    create temporary table made as
    with chosen as (
      select n, n % 100 as fate, n % 4 as way, (n / 100) % 4 = 0 as has_child, (n / 100) % 20 = 1 as has_set,
             (n / 100) % 10 = 2 as has_extra, (n / 100) % 20 = 3 as has_coupon, (n / 100) % 20 = 4 as is_member,
             now() - make_interval(secs => n * ${SECONDS_BETWEEN}::float8) as created_at
        from generate_series(${from}::int + 1, ${to}::int) as n
    ), priced as (
      select *,
             case when has_child then 1 else 2 end as adults,
             case when has_child then 4200 else 6400 end as tickets_yen,
             case when has_extra then 500 else 0 end as extra_yen,
             case when has_set then 1600 else 0 end as set_yen,
             case when has_coupon then 500 else 0 end as coupon_yen
        from chosen
    )
    select n, gen_random_uuid() as id, gen_random_uuid() as attempt_id, gen_random_uuid() as reservation_id,
           has_child, has_set, has_extra, has_coupon, is_member, adults, extra_yen, coupon_yen, created_at,
           case when is_member then tickets_yen / 10 else 0 end as member_yen,
           tickets_yen + extra_yen + set_yen as subtotal,
           tickets_yen + extra_yen + set_yen - coupon_yen - case when is_member then tickets_yen / 10 else 0 end as price,
           case when fate < 17 then 'expired' when fate < 20 then 'cancelled' else 'completed' end as status,
           fate between 10 and 12 as is_refused, fate in (20, 21) as is_given_back, fate = 22 as is_given_back_in_part,
           (array['stripe', 'gmo', 'adyen', 'softbank'])[way + 1] as provider,
           (array['stripe', 'gmo', 'adyen_credit', 'softbank_paypay'])[way + 1] as method,
           case when n <= ${NEWEST} and n % 5 = 0
             then (${[...catalogue.spans]}::int[])[1 + n / 5 % ${catalogue.spans.length}::int] else own.id end as span_id,
            tea.id as tea_span_id, ${catalogue.productId}::int as product_id,
           ${catalogue.tea.productId}::int as tea_id, ${catalogue.adult}::int as adult_id, ${catalogue.child}::int as child_id,
           ${catalogue.guide}::int as guide_id, ${couponId}::uuid as coupon_id,
           case when is_member then ${memberId}::uuid end as member_id,
           case when is_member then ${promotionId}::uuid end as promotion_id
      from priced,
           lateral (select (now() at time zone 'Asia/Tokyo')::date - 1 - ((n - 1) / ${ORDERS_A_DAY}::int) as day) as d,
           lateral (select (day + make_time(10 + n % 10, 0, 0)) at time zone 'Asia/Tokyo' as begins) as b
      join time_spans own on own.product_id = ${catalogue.productId} and own.starts_at = begins
      join time_spans tea on tea.product_id = ${catalogue.tea.productId} and tea.starts_at = begins`.execute(
    tx,
  )
  await sql`analyze made`.execute(tx)
}

const ORDERS = [
  sql`
    insert into orders (id, site_key, channel, token_hash, status, lang, product_id, time_span_id, quantity, subtotal, price,
      customer_info, email, mail_generation, mail_token_hash, mailed_generation, expires_at, created_at, completed_at,
      promotion_id, member_id, membership_discount, version)
    select id, 'demo', 'web', sha256(uuid_send(gen_random_uuid())), status, 'ja', product_id, span_id, 2, subtotal, price,
           jsonb_build_array(
             jsonb_build_object('key', 'fullname', 'value', ${sampleName(sql`n`)}),
             jsonb_build_object('key', 'email', 'value', 'hana' || n || '@example.com'),
             jsonb_build_object('key', 'phone', 'value', '090' || lpad(n::text, 8, '0')),
             jsonb_build_object('key', 'area', 'value', 'Tokyo')),
           'hana' || n || '@example.com', 1, sha256(uuid_send(gen_random_uuid())), 1, created_at + interval '20 minutes',
           created_at, case when status = 'completed' then created_at + interval '3 minutes' end,
           promotion_id, member_id, member_yen, 6
      from made`,
  // No trigger does it here. A program of another commit may have no such table.
  sql`
    do $$ begin
      if to_regclass('found_buyers') is not null then
        insert into found_buyers
          select f.* from orders o, jsonb_populate_record(null::found_buyers, jsonb_build_object(
                   'order_id', o.id, 'site_key', o.site_key, 'name', buyer_name(o.customer_info), 'name_turned', buyer_name_turned(o.customer_info),
                   'phone_turned', buyer_phone_turned(o.customer_info), 'created_at', o.created_at)) f
           where o.id in (select id from made);
      end if;
    end $$`,
  sql`
    insert into order_items (order_id, position, kind, option_value_id, quantity, base_price, add_cost, unit_price,
      membership_discount, coupon_discount, product_id, time_span_id)
    select id, 0, 'ticket_type', adult_id, adults, 3200, 0, 3200,
           case when is_member then adults * 320 else 0 end, coupon_yen, product_id, span_id from made
    union all
    select id, 1, 'ticket_type', child_id, 1, 3200, -2200, 1000,
           case when is_member then 100 else 0 end, 0, product_id, span_id from made where has_child
    union all
    select id, 2, 'extra', guide_id, 1, 0, 500, 500, 0, 0, product_id, span_id from made where has_extra
    union all
    select id, 0, 'set', null, 2, null, null, 800, 0, 0, tea_id, tea_span_id from made where has_set`,
  sql`
    insert into order_coupons (order_id, coupon_id, position, discount, is_counted)
    select id, coupon_id, 0, coupon_yen, status = 'completed' from made where has_coupon`,
  sql`
    update coupons set taken = taken + used.times
      from (select coupon_id, count(*) as times from made where has_coupon and status = 'completed' group by coupon_id) as used
     where coupons.id = used.coupon_id`,
]

const PAYMENTS = [
  sql`
    insert into payment_attempts (id, site_key, order_id, payment_number_hash, provider, method, provider_order_ref, amount,
      currency, tax_amount, state, provider_refs, failure, deadline, created_at, updated_at, provider_account, version)
    select attempt_id, 'demo', id, sha256(uuid_send(gen_random_uuid())), provider, method,
           substr(replace(attempt_id::text, '-', ''), 1, 27), price, 'JPY', price / 11,
           case when is_refused then 'failed' when is_given_back then 'refunded'
                when is_given_back_in_part then 'partially_refunded' else 'captured' end,
           case provider
             when 'stripe' then jsonb_build_object('intent', 'pi_' || substr(replace(attempt_id::text, '-', ''), 1, 24))
             else jsonb_build_object('reference', replace(attempt_id::text, '-', '')) end,
           case when is_refused then '{"codes": ["card_declined"], "class": "declined", "retryable": false}'::jsonb end,
           created_at + interval '17 minutes', created_at + interval '2 minutes', created_at + interval '3 minutes',
           'simulated', 5
      from made where status = 'completed' or is_refused`,
  sql`
    insert into ledger_entries (id, site_key, order_id, attempt_id, account, amount, kind, operation_key, created_at)
    select gen_random_uuid(), 'demo', id, attempt_id, account, sign * price, 'capture', attempt_id || ':capture',
           created_at + interval '3 minutes'
      from made, (values ('provider', 1), ('sales', -1)) as entry (account, sign)
     where status = 'completed'`,
  sql`
    insert into provider_events (provider, dedupe_key, attempt_id, payload, received_at, processed_at)
    select provider, 'evt_' || replace(gen_random_uuid()::text, '-', ''), attempt_id,
           jsonb_build_object('type', what, 'intent', 'pi_' || substr(replace(attempt_id::text, '-', ''), 1, 24)),
           created_at + interval '3 minutes', created_at + interval '3 minutes'
      from made, unnest(array['payment_intent.amount_capturable_updated', 'payment_intent.succeeded']) as what
     where status = 'completed' and created_at > now() - make_interval(days => ${EVENTS_KEPT_DAYS - 1})`,
]

const RESERVATIONS = [
  sql`
    insert into reservations (id, site_key, order_id, number, token_hash, status, created_at)
    select reservation_id, 'demo', id,
           translate(upper(substr(md5(reservation_id::text), 1, 4) || lpad(to_hex(n), 6, '0')), '01', 'XY'),
           sha256(uuid_send(gen_random_uuid())), case when is_given_back then 'cancelled' else 'active' end,
           created_at + interval '3 minutes'
      from made where status = 'completed'`,
  sql`
    insert into reservation_payments (reservation_id, attempt_id, amount, created_at)
    select reservation_id, attempt_id, price, created_at + interval '3 minutes' from made where status = 'completed'`,
  // Adults first, then the child, then the set products; an extra is part of the price of both visitors' tickets.
  sql`
    create temporary table made_tickets as
    select reservation_id, id as order_id, number, tea.is_set, gen_random_uuid() as uid,
           case when tea.is_set then tea_id else product_id end as product_id,
           case when tea.is_set then tea_span_id else span_id end as time_span_id,
           case when tea.is_set then null when number = 2 and has_child then child_id else adult_id end as option_value_id,
           case when tea.is_set then 800
                when number = 2 and has_child then 1000 - case when is_member then 100 else 0 end + extra_yen / 2
                else 3200 - case when is_member then 320 else 0 end - coupon_yen / adults + extra_yen / 2 end as price,
           case when is_given_back or (is_given_back_in_part and number = 1) then created_at + interval '1 day' end as revoked_at
      from made, generate_series(1, case when has_set then 4 else 2 end) as number,
           lateral (select number > 2 as is_set) as tea
     where status = 'completed'`,
  sql`
    insert into tickets (reservation_id, id, uid, type, product_id, time_span_id, option_value_id, price,
      code_hash, revoked_at)
    select reservation_id, number, uid, case when is_set then 'set' else 'gate' end, product_id, time_span_id, option_value_id,
           price, sha256(uuid_send(uid)), revoked_at
      from made_tickets`,
  sql`
    insert into holds (order_id, time_span_id, units, expires_at)
    select order_id, time_span_id, count(*), null from made_tickets where revoked_at is null group by order_id, time_span_id`,
]

const REFUNDS = [
  sql`
    create temporary table made_refunds as
    select gen_random_uuid() as id, gen_random_uuid() as request_id, made.id as order_id, attempt_id, made.reservation_id,
           revoked.amount, revoked.numbers, created_at + interval '1 day' as created_at
      from made join (
        select reservation_id, sum(price) as amount, array_agg(number order by number) as numbers
          from made_tickets where revoked_at is not null group by reservation_id) as revoked using (reservation_id)`,
  sql`
    insert into refund_requests (id, site_key, reservation_id, purpose, ticket_ids, amount, reason, created_at)
    select request_id, 'demo', reservation_id, 'tickets', numbers, amount, 'ill', created_at from made_refunds`,
  sql`
    insert into refunds (id, site_key, order_id, attempt_id, amount, reason, state, created_at, updated_at, request_id)
    select id, 'demo', order_id, attempt_id, amount, 'ill', 'done', created_at, created_at, request_id from made_refunds`,
  sql`
    insert into ledger_entries (id, site_key, order_id, attempt_id, account, amount, kind, operation_key, created_at)
    select gen_random_uuid(), 'demo', order_id, attempt_id, account, sign * amount, 'refund', 'refund:' || id, created_at
      from made_refunds, (values ('provider', -1), ('sales', 1)) as entry (account, sign)`,
]

const OTHERS = [
  sql`
    with reader as (
      insert into magazine_readers (id, site_key, email, token_hash)
      select gen_random_uuid(), 'demo', 'hana' || n || '@example.com', sha256(uuid_send(gen_random_uuid()))
        from made where status = 'completed' and (n / 100) % 10 = 5
      returning id)
    insert into magazine_subscriptions (reader_id, field_name, is_subscribed, changed_at)
    select id, 'mail_magazine', true, now() from reader`,
]

const finishedMails = sql`
  insert into jobs.job (name, id, data, state, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    start_after, created_on, started_on, completed_on, policy)
  select name, case name when 'send-completion-mail' then reservation_id else gen_random_uuid() end,
         case name when 'send-completion-mail' then jsonb_build_object('reservationId', reservation_id)
           else jsonb_build_object('orderId', id, 'generation', 1) end,
         'completed', 110, 2, true, 3600, 300, created_at, created_at, created_at, created_at, 'standard'
    from made, unnest(array['send-completion-mail', 'send-confirmation-mail']) as name
   where status = 'completed' and created_at > now() - make_interval(days => ${MAILS_KEPT_DAYS})`

const countedStock = sql`
  update time_spans set taken = taken + held.units
    from (select time_span_id, count(*) as units from made_tickets where revoked_at is null group by time_span_id) as held
   where time_spans.id = held.time_span_id`
