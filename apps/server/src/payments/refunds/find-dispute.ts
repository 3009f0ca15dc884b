import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import type { RefundPart } from './spread-refund.ts'

/** The name of a dispute in the stored event that told of it. */
export const DISPUTE = 'dispute'

/**
 * The latest dispute of the payments that something goes back of. It stays one when it has ended: a person knows how. The caller
 * gives money back and has locked them, so that no dispute comes in between.
 */
export async function findDispute(
  read: Read,
  parts: ReadonlyArray<RefundPart<{ readonly id: string }>>,
  { isOpen }: { readonly isOpen?: true } = {},
): Promise<string | undefined> {
  if (parts.length === 0) return undefined
  const row = await read
    .selectFrom('provider_events as e')
    .innerJoin('payment_attempts as p', 'p.id', 'e.attempt_id')
    .select(sql<string>`e.payload ->> ${DISPUTE}`.as('dispute'))
    .where(
      'e.attempt_id',
      'in',
      parts.map(({ attempt }) => attempt.id),
    )
    .where(sql<boolean>`e.payload ? ${DISPUTE}`)
    .$if(isOpen === true, query => query.where('p.needs_person', '=', true))
    .orderBy('e.received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.dispute
}
