import { sql } from 'kysely'

import { afterSeconds } from '../../platform/db/after-seconds.ts'
import { EVENT_WAITS_SECONDS } from '../attempts/timing.ts'

/** Part of a statement: has the refunds that are under way of the attempts that `new_events (attempt_id, wakes)` wakes looked at. */
export const REFUNDS_WOKEN = sql`
  update refunds
     set check_at = least(check_at, ${afterSeconds(EVENT_WAITS_SECONDS)})
   where state = 'requested' and attempt_id in (select attempt_id from new_events where wakes)`
