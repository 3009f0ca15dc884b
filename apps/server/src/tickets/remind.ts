import { remindedVisitsAt, type RemindedVisits } from '@kippu/domain/reminder'
import { sql } from 'kysely'

import type { Tx } from '../platform/db/database.ts'
import type { Deps } from '../platform/deps.ts'
import { runEvery } from '../platform/jobs/run-every.ts'
import { IS_CALLED_OFF } from '../orders/life/change-end.ts'

/** Small enough that nobody waits for its locks. */
const BATCH = 200
const INTERVAL_MS = 300_000

/** The parts that a reminder needs, as a test sets them. */
type RemindingDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'>

/**
 * Queues the mails that remind of visits in two days, for sites whose setting `Reminder_Mail` is `true`; a buyer who
 * gave no address gets none. A reservation is marked in the transaction that queues its mail: one mail a visit, also
 * when a process dies at any point, and several may work at once. Returns how many were queued.
 */
export async function remind({ db, jobs, clock, log }: RemindingDeps): Promise<number> {
  const visits = remindedVisitsAt(clock.now())
  if (visits === null) return 0
  let total = 0
  for (;;) {
    const due = await db.transaction(async tx => {
      const marked = await markDue(tx, visits)
      for (const reminder of marked) await jobs.enqueue(tx, { name: 'send-reminder-mail', ...reminder })
      return marked
    })
    total += due.length
    // The rest is being reminded by another process.
    if (due.length < BATCH) break
  }
  if (total > 0) log.info({ reminders: total }, 'reminders of visits queued')
  return total
}

interface Reminder {
  readonly reservationId: string
  /** The order that gave the reservation its day. */
  readonly orderId: string
}

/** From the products of a site to the places of the day and the orders that hold them: every step has its index. */
async function markDue(tx: Tx, { day, boughtBeforeMs }: RemindedVisits): Promise<readonly Reminder[]> {
  const { rows } = await sql<Reminder>`
    with due as (
      select r.id
        from settings s
        join products p on p.site_key = s.site_key
        join time_spans t on t.product_id = p.id and t.visit_date = ${day}
        join holds h on h.time_span_id = t.id
        join orders o on o.id = h.order_id and o.time_span_id = t.id
        join reservations r on r.order_id = o.id
       where s.key = 'Reminder_Mail' and s.value = 'true'
         and o.status = 'completed' and o.completed_at < ${new Date(boughtBeforeMs)}
         and o.email is not null
         and r.status = 'active' and r.reminded_order_id is distinct from r.order_id
         and not ${IS_CALLED_OFF}
         and not exists (select from tickets k where k.reservation_id = r.id and k.used_at is not null)
       order by r.id limit ${sql.lit(BATCH)} for no key update of r skip locked
    )
    update reservations r set reminded_order_id = r.order_id
      from due where r.id = due.id
    returning r.id as "reservationId", r.order_id as "orderId"`.execute(tx)
  return rows
}

/** Runs {@link remind} at once and then every five minutes until stopped; several servers may do so at once. */
export function startReminding(deps: RemindingDeps): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    atOnce: true,
    work: () => remind(deps),
    failed: 'reminders of visits could not be queued',
  })
}
