import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import { endOrder } from './end-order.ts'

const UNPAID = ['temporary', 'mail_sent', 'ready_checkout'] as const

interface AskedRelease {
  readonly siteKey: string
  readonly spanIds: readonly number[]
}

/** {@link endUnpaid} of time spans of a site, for staff who have stopped their sale. */
export const releaseUnpaid = staffVerb({
  name: 'sales stop --release',
  permission: 'sales:write',
  reach: 'site',
  input: v.object({ ...site, spanIds: v.array(v.number()) }),
  run: (deps: { readonly db: Database }, { siteKey, spanIds }: AskedRelease) =>
    endUnpaid(deps, spanIds, sql`o.site_key = ${siteKey}`),
})

/**
 * Ends the orders that hold something of time spans and are not being paid, one transaction an order, so that no buyer waits: their
 * buyers are told that the time is over. Answers how many it ended. Where the sale of the spans is stopped, no other comes.
 * @param which a condition on the order `o`.
 */
export async function endUnpaid(
  { db }: { readonly db: Database },
  spanIds: readonly number[],
  which: RawBuilder<boolean> = sql`true`,
): Promise<number> {
  let ended = 0
  for (const orderId of await db.read(read => findUnpaid(read, spanIds, which)))
    if (await db.transaction(tx => endOrder(tx, { orderId, to: 'expired', from: UNPAID }))) ended += 1
  return ended
}

async function findUnpaid(
  read: Read,
  spanIds: readonly number[],
  which: RawBuilder<boolean>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct o.id from holds h join orders o on o.id = h.order_id
     where h.time_span_id = any(${list('int', spanIds)}::int[]) and o.status = any(${list('text', UNPAID)}::text[]) and ${which}`.execute(
    read,
  )
  return rows.map(({ id }) => id)
}
