import type { Database } from '@kippu/server/platform/db/database'
import { sql } from 'kysely'

import type { GrowthShop } from './shop.ts'

/** Orders that are open while everything is measured, and payments of them that are under way. */
const CROWD = 2_000
const PAYING = 500
/** Nothing of the crowd ends before this. */
export const CROWD_STAYS = sql`interval '12 hours'`

/**
 * A crowd holds tickets, and some of it is paying. It came after the planner counted rows, as crowds do: the larger a table, the
 * longer it takes until somebody counts it again. The crowd of an earlier run goes.
 */
export async function letCrowdIn(db: Database, { catalogue }: GrowthShop): Promise<void> {
  await db.transaction(async tx => {
    await sql`
      create temporary table crowd on commit drop as
      select gen_random_uuid() as id, gen_random_uuid() as attempt_id, n <= ${PAYING}::int as is_paying,
             (${[...catalogue.spans]}::int[])[1 + n % ${catalogue.spans.length}::int] as span_id,
             (array['temporary', 'mail_sent', 'ready_checkout'])[1 + n % 3] as status
        from generate_series(1, ${CROWD}::int) as n`.execute(tx)
    await sql`
      insert into orders (id, site_key, channel, token_hash, status, lang, product_id, time_span_id, quantity, subtotal, price,
        expires_at, created_at)
      select id, 'demo', 'web', sha256(uuid_send(gen_random_uuid())), case when is_paying then 'payment_pending' else status end, 'ja',
             ${catalogue.productId}, span_id, 2, 6400, 6400, now() + 2 * ${CROWD_STAYS}, now() from crowd`.execute(
      tx,
    )
    await sql`
      insert into order_items (order_id, position, kind, option_value_id, quantity, base_price, add_cost, unit_price, product_id,
        time_span_id)
      select id, 0, 'ticket_type', ${catalogue.adult}, 2, 3200, 0, 3200, ${catalogue.productId}, span_id from crowd`.execute(
      tx,
    )
    await sql`
      insert into holds (order_id, time_span_id, units, expires_at)
      select id, span_id, 2, case when not is_paying then now() + 2 * ${CROWD_STAYS} end from crowd`.execute(
      tx,
    )
    await sql`
      update time_spans set taken = taken + held.units
        from (select span_id, sum(2) as units from crowd group by span_id) as held where time_spans.id = held.span_id`.execute(
      tx,
    )
    await sql`
      insert into payment_attempts (id, site_key, order_id, payment_number_hash, provider, method, provider_order_ref, amount,
        currency, tax_amount, state, deadline, check_at, created_at, updated_at, provider_account)
      select attempt_id, 'demo', id, sha256(uuid_send(gen_random_uuid())), 'stripe', 'stripe',
             substr(replace(attempt_id::text, '-', ''), 1, 27), 6400, 'JPY', 581, 'pending', now() + 2 * ${CROWD_STAYS},
             now() + 2 * ${CROWD_STAYS}, now(), now(), 'simulated'
        from crowd where is_paying`.execute(tx)
  })
}

/** Ends the crowd of a run: its payments fail, its orders expire, and its places are free again. */
export async function letCrowdOut(db: Database): Promise<void> {
  await db.transaction(async tx => {
    await sql`
      update payment_attempts set state = 'expired', check_at = null, version = version + 1
       where check_at > now() + ${CROWD_STAYS}`.execute(tx)
    await sql`
      create temporary table gone on commit drop as
      select id from orders where expires_at > now() + ${CROWD_STAYS}
         and status in ('temporary', 'mail_sent', 'ready_checkout', 'payment_pending')`.execute(tx)
    await sql`update orders set status = 'expired', version = version + 1 where id in (select id from gone)`.execute(
      tx,
    )
    await sql`
      with freed as (delete from holds where order_id in (select id from gone) returning time_span_id, units)
      update time_spans set taken = taken - freed.units
        from (select time_span_id, sum(units) as units from freed group by time_span_id) as freed
       where time_spans.id = freed.time_span_id`.execute(tx)
  })
}
