import { sql } from 'kysely'

import type { Read } from '../db/database.ts'

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
