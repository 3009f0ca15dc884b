import { type RawBuilder, sql } from 'kysely'

import { afterSeconds } from '../../platform/db/after-seconds.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { WOKEN } from './attempt.ts'
import { EVENT_WAITS_SECONDS, RETURNED_SECONDS } from './timing.ts'

/** The changes that a webhook event or a return makes to its attempt: parts of the statement that stores it. */

/** The references of an attempt with a new value of {@link WOKEN}, so that a worker sees that it was woken after its read. */
function withWoken(refs: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${refs} || jsonb_build_object(${WOKEN}::text, gen_random_uuid()::text)`
}

/** When an event has an attempt looked at: at once if it waits for just that, else once our own call has had time to be answered. */
const EVENT_LOOK = sql<Date>`least(a.check_at,
  case when a.state = 'pending' and a.operation is null then now() else ${afterSeconds(EVENT_WAITS_SECONDS)} end)`

/** Its money is where it shall be, and nothing is under way. */
const IS_SETTLED = sql`(a.operation is null and a.state in ('captured', 'partially_refunded', 'refunded', 'voided', 'refund_failed'))`

/**
 * Wakes the attempts of `new_events (attempt_id, wakes, wakes_settled, refs, calls_person, place)`, which are locked, or puts them on the list of
 * those that a person must look at. `refs` are what a lost answer may have told us; what is known already stands.
 */
export const ATTEMPTS_WOKEN = sql`
  update payment_attempts a
     set check_at = case when w.wakes and (w.wakes_settled or not ${IS_SETTLED}) then ${EVENT_LOOK} else a.check_at end,
         provider_refs = case when w.wakes then ${withWoken(sql`w.refs || a.provider_refs`)} else a.provider_refs end,
         needs_person = a.needs_person or w.calls_person,
         version = ${VERSION_RAISED}
    from (
      select attempt_id, bool_or(wakes) as wakes, bool_or(wakes and wakes_settled) as wakes_settled,
             bool_or(calls_person) as calls_person,
        -- Of several events the first one stands.
        (select coalesce(jsonb_object_agg(one.key, one.value order by each.place desc), '{}')
           from new_events each, jsonb_each(each.refs) one
          where each.attempt_id = new_events.attempt_id) as refs
        from new_events
       where wakes or calls_person
       group by attempt_id
    ) w
   where a.id = w.attempt_id`

/** Adds the references of `chosen (attempt_id, refs)` to their attempts, which are locked, and wakes those; what is new wins. */
export const RETURNS_KEPT = sql`
  update payment_attempts a
     set check_at = least(a.check_at, ${afterSeconds(RETURNED_SECONDS)}),
         provider_refs = ${withWoken(sql`a.provider_refs || chosen.refs`)},
         version = ${VERSION_RAISED}
    from chosen
   where a.id = chosen.attempt_id`
