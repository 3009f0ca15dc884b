import { sql } from 'kysely'

import type { Read } from '../db/database.ts'

/** Unfinished attempts by state; answered from the index of open attempts. */
export async function countOpenPayments(read: Read): Promise<Array<{ state: string; attempts: number }>> {
  return read
    .selectFrom('payment_attempts')
    .select(['state', sql<number>`count(*)::integer`.as('attempts')])
    .where('state', 'in', ['created', 'executing', 'action_required', 'pending', 'authorized'])
    .groupBy('state')
    .execute()
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

function countWork(read: Read, of: 'payment_attempts' | 'refunds'): Promise<OpenWork> {
  return read
    .selectFrom(of)
    .select([
      sql<number>`count(*) filter (where check_at <= now())::integer`.as('due'),
      sql<number>`count(*) filter (where needs_person)::integer`.as('needPerson'),
    ])
    .where(eb => eb.or([eb('check_at', 'is not', null), eb('needs_person', '=', true)]))
    .executeTakeFirstOrThrow()
}
