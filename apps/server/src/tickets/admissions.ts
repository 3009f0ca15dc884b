import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../platform/db/database.ts'
import { listed } from '../platform/db/list.ts'

/** When somebody went through a gate with a ticket, in ms since 1970. */
export interface Admissions {
  readonly reservationId: string
  readonly number: number
  /** The first entry that was not undone. */
  readonly firstInAt: number | null
  readonly lastInAt: number | null
  readonly lastOutAt: number | null
}

/** Part of a statement: `changed`, the tickets have these entries. The caller has locked them. */
export function writeAdmissions(changed: readonly Admissions[]): RawBuilder<unknown> {
  return sql`changed as (
      update tickets as t
         set used_at = ${timeOf('c.first_in')}, last_in_at = ${timeOf('c.last_in')}, last_out_at = ${timeOf('c.last_out')}
        from ${listed('c', {
          reservation_id: ['uuid', changed.map(({ reservationId }) => reservationId)],
          id: ['int', changed.map(({ number }) => number)],
          first_in: ['float8', changed.map(({ firstInAt }) => firstInAt)],
          last_in: ['float8', changed.map(({ lastInAt }) => lastInAt)],
          last_out: ['float8', changed.map(({ lastOutAt }) => lastOutAt)],
        })}
       where t.reservation_id = c.reservation_id and t.id = c.id
    )`
}

/** The tickets of a scan that was undone are as their other scans leave them. The caller has locked them. */
export async function restoreAdmissions(
  tx: Tx,
  { siteKey, scanId }: { readonly siteKey: string; readonly scanId: string },
): Promise<void> {
  await sql`
      update tickets as t
         set used_at = left_over.first_in, last_in_at = left_over.last_in, last_out_at = left_over.last_out
        from (
          select of_scan.reservation_id, of_scan.ticket_id,
                 min(c.at) filter (where c.direction = 'in') as first_in, max(c.at) filter (where c.direction = 'in') as last_in,
                 max(c.at) filter (where c.direction = 'out') as last_out
            from check_ins of_scan
            left join check_ins c on c.reservation_id = of_scan.reservation_id and c.ticket_id = of_scan.ticket_id
                 and c.undone_at is null
           where of_scan.scan_id = ${scanId}::uuid and of_scan.site_key = ${siteKey}
           group by of_scan.reservation_id, of_scan.ticket_id) as left_over
       where t.reservation_id = left_over.reservation_id and t.id = left_over.ticket_id`.execute(tx)
}

function timeOf(milliseconds: string) {
  return sql`to_timestamp(${sql.ref(milliseconds)} / 1000)`
}
