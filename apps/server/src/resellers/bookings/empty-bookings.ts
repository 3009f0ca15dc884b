import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'

/** Takes what bookings know of their guests; what was booked, and what is owed, stays. Answers how many it took it of. */
export async function emptyBookings(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    update reseller_bookings
       set contact = '{}', notes = null, cancel_reason = null, emptied_at = now(),
           unit_items = (select coalesce(jsonb_agg(item || '{"contact": {}}' order by place), '[]')
                           from jsonb_array_elements(unit_items) with ordinality as items (item, place))
     where emptied_at is null and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
