import { type RawBuilder, sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'

/** Unfinished attempts by state; answered from the index of open attempts. */
export async function countOpenPayments(read: Read): Promise<Array<{ state: string; attempts: number }>> {
  return (
    read
      .selectFrom('payment_attempts')
      .select(['state', sql<number>`count(*)::integer`.as('attempts')])
      // As literals: their index is of these alone.
      .where(sql<boolean>`state in ('created', 'executing', 'action_required', 'pending', 'authorized')`)
      .groupBy('state')
      .execute()
  )
}

export interface Ages {
  /** Since the end of the hold that ended the longest ago and was not given back. */
  readonly hold: number
  readonly attempt: number
  /** A mail that is tried again waits since it was queued: its next try is always to come. */
  readonly mail: number
  /** Since the check of a payment or a refund that is due the longest. */
  readonly check: number
}

/** Seconds that the oldest of each has waited: 0 where nothing waits. */
export async function readAges(read: Read): Promise<Ages> {
  const { rows } = await sql<Ages>`
    select ${waited(sql`select min(expires_at) from orders
             where check_at is not null and status in ('temporary', 'mail_sent', 'ready_checkout')`)} as hold,
           ${waited(sql`select min(created_at) from payment_attempts
             where state in ('created', 'executing', 'action_required', 'pending', 'authorized')`)} as attempt,
           ${waited(sql`select min(case when retry_count > 0 then created_on else start_after end) from jobs.job
             where state < 'active'`)} as mail,
           ${waited(sql`select least((select min(check_at) from payment_attempts), (select min(check_at) from refunds))`)} as check`.execute(
    read,
  )
  return rows[0] ?? { hold: 0, attempt: 0, mail: 0, check: 0 }
}

function waited(since: RawBuilder<unknown>): RawBuilder<number> {
  return sql`greatest(0, coalesce(extract(epoch from now() - (${since})), 0))::float8`
}

interface OpenWork {
  readonly due: number
  readonly needPerson: number
}

/** The open work of the reconciler, and what it leaves to people: payments, and refunds that staff asked for. */
export async function countOpenWork(read: Read): Promise<OpenWork> {
  const payments = await countWork(read, 'payment_attempts')
  const refunds = await countWork(read, 'refunds')
  return { due: payments.due + refunds.due, needPerson: payments.needPerson + refunds.needPerson }
}

/** Each count has an index of its own rows; one condition for both would read every row. */
async function countWork(read: Read, of: 'payment_attempts' | 'refunds'): Promise<OpenWork> {
  const { rows } = await sql<OpenWork>`
    select (select count(*) from ${sql.table(of)} where check_at <= now())::integer as due,
           (select count(*) from ${sql.table(of)} where needs_person)::integer as "needPerson"`.execute(read)
  return rows[0] ?? { due: 0, needPerson: 0 }
}
