import { sql } from 'kysely'

import type { Read } from '../db/database.ts'

interface DeliveryCounts {
  readonly waiting: number
  readonly dead: number
}

/** The events that endpoints are still to be told, and those that were given up and not delivered since. */
export async function countDeliveries(read: Read): Promise<DeliveryCounts> {
  // As literals: each count has an index of its own rows.
  const { rows } = await sql<DeliveryCounts>`
    select (select count(*) from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
             where d.state = 'waiting' and e.removed_at is null)::integer as waiting,
           (select count(*) from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
             where d.state = 'dead' and e.removed_at is null)::integer as dead`.execute(read)
  return rows[0] ?? { waiting: 0, dead: 0 }
}
