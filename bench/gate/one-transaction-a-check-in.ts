import { randomUUID } from 'node:crypto'

import { judgeEntry } from '@kippu/domain/check-in/judge-entry'
import { entryWindowOf } from '@kippu/domain/check-in/entry-window'
import { parseSignedCode } from '@kippu/domain/check-in/signed-code'
import type { Database } from '@kippu/server/platform/db/database'
import type { SiteGate } from '@kippu/server/tickets/site-gates/site-gates'
import { sql } from 'kysely'

interface Row {
  readonly reservation_id: string
  readonly id: number
  readonly time_span_id: number
  readonly starts_at: Date
  readonly ends_at: Date
  readonly last_in_at: Date | null
}

/**
 * The way of most ticket programs: each scan checks the signature, locks its ticket, looks, and writes in a transaction of its own. It is
 * correct, and the baseline for those that share one. It decides by the same rules.
 */
export async function checkInAlone(db: Database, gate: SiteGate, text: string): Promise<boolean> {
  const code = parseSignedCode(text)
  if (code === null || !gate.isSigned(code)) return false
  return db.transaction(async tx => {
    const { rows } = await sql<Row>`
      select t.reservation_id, t.id, t.time_span_id, span.starts_at, span.ends_at, t.last_in_at
        from tickets t
        join reservations r on r.id = t.reservation_id
        join time_spans span on span.id = t.time_span_id
       where t.uid = ${code.claim.uid}::uuid and t.code_version = ${code.claim.version} and t.revoked_at is null
         and r.site_key = 'demo' and r.status = 'active'
         for no key update of t`.execute(tx)
    const [ticket] = rows
    if (ticket === undefined) return false
    const at = Date.now()
    const visit = { from: ticket.starts_at.getTime(), to: ticket.ends_at.getTime() }
    const rules = { policy: 'once', reentryMinutes: null, window: entryWindowOf('date', visit, 0) } as const
    const past = { lastInAt: ticket.last_in_at?.getTime() ?? null, lastOutAt: null }
    if (judgeEntry({ rules, past, at }).status !== 'success') return false
    await sql`
      update tickets set used_at = ${new Date(at)}, last_in_at = ${new Date(at)}
       where reservation_id = ${ticket.reservation_id}::uuid and id = ${ticket.id}`.execute(tx)
    await sql`
      insert into check_ins (scan_id, ticket_id, reservation_id, site_key, time_span_id, direction, mode, at, recorded_at)
      values (${randomUUID()}::uuid, ${ticket.id}, ${ticket.reservation_id}::uuid, 'demo', ${ticket.time_span_id}, 'in', 'staff',
              ${new Date(at)}, now())`.execute(tx)
    return true
  })
}
