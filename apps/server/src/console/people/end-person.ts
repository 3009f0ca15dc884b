import * as v from 'valibot'

import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import { changeAlone, endPersonIn, type StaffChange } from '../../platform/staff/change-staff.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'

interface EndDeps {
  readonly db: Database
  readonly clock: Clock
  readonly jobs: Pick<JobQueue, 'enqueue'>
}

/** Takes somebody off the list, and all that they come in by: who is put on it again is invited anew. Their name stays with what they did. */
export const endPerson = staffVerb({
  name: 'staff end',
  permission: 'staff:write',
  reach: 'deployment',
  input: v.object({ name: v.string() }),
  run: writeEnd,
})

function writeEnd(
  { db, clock, jobs }: EndDeps,
  { name }: { readonly name: string },
  act: Act,
): Promise<StaffChange> {
  return changeAlone(db, async tx => {
    const change = await endPersonIn({ tx, jobs }, { name }, act)
    if (change === 'done') await takeWaysIn(tx, name, new Date(clock.now()))
    return change
  })
}

/** Sessions are over with their passkeys. */
async function takeWaysIn(tx: Tx, staff: string, now: Date): Promise<void> {
  await tx
    .updateTable('staff_passkeys')
    .set({ revoked_at: now })
    .where('staff', '=', staff)
    .where('revoked_at', 'is', null)
    .execute()
  await tx.deleteFrom('staff_recovery_codes').where('staff', '=', staff).execute()
  await tx.deleteFrom('staff_invitations').where('staff', '=', staff).execute()
}
