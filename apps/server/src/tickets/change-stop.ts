import { sql } from 'kysely'

import type { Read } from '../platform/db/database.ts'

/**
 * Why a change of time can no longer be paid though it is open: its reservation was moved, given back, used or handed
 * on since, or the mail server refuses its buyer's address. Null when nothing stops it.
 */
export async function findChangeStop(
  read: Read,
  { id }: { readonly id: string },
): Promise<
  'time change status is not pending' | 'cannot change ticket' | 'invalid email address in time change' | null
> {
  const { rows } = await sql<{ isMoved: boolean; isUsed: boolean; isRefused: boolean }>`
    select r.order_id <> o.moves_from or r.status <> 'active' as "isMoved",
           exists (select from tickets t
                    where t.reservation_id = r.id
                      and (t.used_at is not null or (t.handed_on_at is not null and t.revoked_at is null))) as "isUsed",
           b.email_refused_at is not null as "isRefused"
      from orders o join reservations r on r.id = o.replaces join orders b on b.id = o.moves_from
     where o.id = ${id}::uuid`.execute(read)
  const [facts] = rows
  if (facts === undefined || facts.isMoved) return 'time change status is not pending'
  if (facts.isUsed) return 'cannot change ticket'
  return facts.isRefused ? 'invalid email address in time change' : null
}
