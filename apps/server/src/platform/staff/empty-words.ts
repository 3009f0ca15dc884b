import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../db/database.ts'

type Says = (text: RawBuilder<unknown>) => RawBuilder<boolean>

/**
 * Empties the reasons of actions, in the words of those who acted; who did what, when and to what stays. @param which a
 * condition on `staff_actions`.
 */
export async function emptyActionWords(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    update staff_actions set reason = null where reason is not null and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Empties each detail that says something, and leaves those beside it: numbers say nothing. @param which a condition on `staff_actions`. */
export async function emptyActionDetails(tx: Tx, which: RawBuilder<boolean>, says: Says): Promise<number> {
  const { numAffectedRows } = await sql`
    update staff_actions
       set details = (select jsonb_object_agg(key, case when ${isSaidIn(sql.ref('value'), says)} then 'null' else value end)
                        from jsonb_each(details))
     where ${which} and ${isSaidIn(sql.ref('details'), says)}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Whether a text in JSON says something: its keys are ours. */
export function isSaidIn(json: RawBuilder<unknown>, says: Says): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from jsonb_path_query(${json}, 'strict $.** ? (@.type() == "string")') as said where ${says(sql`(said #>> '{}')`)})`
}
