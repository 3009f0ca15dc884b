import { remindedVisitsAt, type RemindedVisits, thankedDayAt } from '@kippu/domain/reminder'
import type { IsoDate } from '@kippu/domain/jst-date'
import { sql } from 'kysely'

import type { Tx } from '../platform/db/database.ts'
import type { Deps } from '../platform/deps.ts'
import type { Job, JobOf } from '../platform/jobs/jobs.ts'
import { runEvery } from '../platform/jobs/run-every.ts'
import { IS_CALLED_OFF } from '../orders/life/change-end.ts'
import { subscribedReader } from '../orders/magazines/subscribed-reader.ts'

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
export async function remind(deps: RemindingDeps): Promise<number> {
  const visits = remindedVisitsAt(deps.clock.now())
  return visits === null ? 0 : queueAll(deps, tx => markDue(tx, visits))
}

/**
 * Queues the mails that thank those who came yesterday, for sites whose setting `Thanks_Mail` is `true`: to buyers who get the
 * magazine of the site and whose own ticket admitted somebody. A reservation is marked as for a reminder.
 */
export async function thank(deps: RemindingDeps): Promise<number> {
  const day = thankedDayAt(deps.clock.now())
  return day === null ? 0 : queueAll(deps, tx => markThanked(tx, day))
}

/** Queues mails, a batch to a transaction, until all that are due are marked. */
async function queueAll(
  { db, jobs, log }: RemindingDeps,
  mark: (tx: Tx) => Promise<readonly Job[]>,
): Promise<number> {
  let total = 0
  for (;;) {
    const due = await db.transaction(async tx => {
      const marked = await mark(tx)
      for (const job of marked) await jobs.enqueue(tx, job)
      return marked
    })
    total += due.length
    // The rest is being queued by another process.
    if (due.length < BATCH) break
  }
  if (total > 0) log.info({ mails: total }, 'mails about visits queued')
  return total
}

/** From the products of a site to the places of the day and the orders that hold them: every step has its index. */
async function markDue(
  tx: Tx,
  { day, boughtBeforeMs }: RemindedVisits,
): Promise<ReadonlyArray<JobOf<'send-reminder-mail'>>> {
  const { rows } = await sql<JobOf<'send-reminder-mail'>>`
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
    returning 'send-reminder-mail' as name, r.id as "reservationId", r.order_id as "orderId"`.execute(tx)
  return rows
}

/** From the products of a site to the visits of the day, as {@link markDue}. */
async function markThanked(tx: Tx, day: IsoDate): Promise<ReadonlyArray<JobOf<'send-thanks-mail'>>> {
  const { rows } = await sql<JobOf<'send-thanks-mail'>>`
    with due as (
      select r.id
        from settings s
        join products p on p.site_key = s.site_key
        join time_spans t on t.product_id = p.id and t.visit_date = ${day}
        join holds h on h.time_span_id = t.id
        join orders o on o.id = h.order_id and o.time_span_id = t.id
        join reservations r on r.order_id = o.id
       where s.key = 'Thanks_Mail' and s.value = 'true'
         and o.status = 'completed' and r.status = 'active' and r.thanked_at is null
         and exists (select from tickets k where k.reservation_id = r.id and k.used_at is not null and k.share_id is null)
         and ${subscribedReader(sql`o.site_key`, sql`o.email`, 'mail_magazine')} is not null
       order by r.id limit ${sql.lit(BATCH)} for no key update of r skip locked
    )
    update reservations r set thanked_at = now() from due where r.id = due.id
    returning 'send-thanks-mail' as name, r.id as "reservationId"`.execute(tx)
  return rows
}

/** Runs {@link remind} and {@link thank} at once and then every five minutes until stopped; several servers may do so at once. */
export function startReminding(deps: RemindingDeps): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    atOnce: true,
    work: async () => {
      await remind(deps)
      await thank(deps)
    },
    failed: 'mails about visits could not be queued',
  })
}
