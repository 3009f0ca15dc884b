import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'

interface VisitState {
  readonly isActive: boolean
  /** A change of its time is being paid. */
  readonly isBeingPaid: boolean
  /** In ms since 1970. */
  readonly endsAtMs: number
}

/** The facts that decide, besides its tickets, whether those of a reservation may be handed on. */
export async function findVisitState(read: Read, reservationId: string): Promise<VisitState> {
  const { rows } = await sql<VisitState>`
    select r.status = 'active' as "isActive",
           exists (select from orders c where c.replaces = r.id and c.kind = 'time_change'
                      and c.status in ('payment_pending', 'payment_3ds')) as "isBeingPaid",
           (select extract(epoch from s.ends_at)::float * 1000 from time_spans s where s.id = o.time_span_id) as "endsAtMs"
      from reservations r join orders o on o.id = r.order_id
     where r.id = ${reservationId}::uuid`.execute(read)
  const [state] = rows
  if (state === undefined) throw new Error(`reservation ${reservationId} is gone`)
  return state
}
