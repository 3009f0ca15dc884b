import { sql } from 'kysely'

import { fixed } from '../platform/db/fixed.ts'
/** The facts that {@link CHANGE_STOP} selects. */
export interface ChangeStopFacts {
  readonly is_moved: boolean
  readonly is_used: boolean
  readonly is_refused: boolean
}

/** The facts that may stop the change of time `orders`, as a column of a statement that has it among its tables; null for any other order. */
export const CHANGE_STOP = fixed(sql<ChangeStopFacts | null>`(
  select json_build_object(
           'is_moved', r.order_id <> orders.moves_from or r.status <> 'active',
           'is_used', exists (
             select from tickets t
              where t.reservation_id = r.id
                and (t.used_at is not null or (t.handed_on_at is not null and t.revoked_at is null))),
           'is_refused', b.email_refused_at is not null)
    from reservations r join orders b on b.id = orders.moves_from
   where r.id = orders.replaces)`)

/**
 * Why a change of time can no longer be paid though it is open: its reservation was moved, given back, used or handed
 * on since, or the mail server refuses its buyer's address. Undefined when nothing stops it.
 */
export function changeStopOf(
  facts: ChangeStopFacts | null,
):
  | 'time change status is not pending'
  | 'cannot change ticket'
  | 'invalid email address in time change'
  | undefined {
  if (facts === null || facts.is_moved) return 'time change status is not pending'
  if (facts.is_used) return 'cannot change ticket'
  return facts.is_refused ? 'invalid email address in time change' : undefined
}
