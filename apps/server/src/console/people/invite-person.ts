import { randomUUID } from 'node:crypto'

import type { RefusedGrant } from '@kippu/domain/staff/grants'
import * as v from 'valibot'

import type { Clock } from '../../platform/clock.ts'
import type { Database, Read, Tx } from '../../platform/db/database.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import {
  changeAlone,
  ownersToWriteTo,
  type Person,
  person,
  putPersonIn,
} from '../../platform/staff/change-staff.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { hashToken, type Tokens } from '../../platform/tokens.ts'

/** In ms. */
const VALID_MS = 24 * 60 * 60_000

interface InviteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Pick<Tokens, 'derive'>
  readonly jobs: Pick<JobQueue, 'enqueue'>
}

interface Invited extends Person {
  /** Told to the one who invites, though the person has a mail address: the last way in. */
  readonly isTold?: boolean | undefined
}

export interface Invitation {
  /** Opens the console once, for somebody who has no passkey; null where it went to the person's own mail address, and to nobody else. */
  readonly token: string | null
  readonly endsAt: Date
}

/**
 * Puts somebody on the list, or gives them another role or sites, and makes their way in. One of before is worth nothing then. Of
 * an owner who is invited all owners are told by mail.
 */
export const invitePerson = staffVerb({
  name: 'staff invite',
  permission: 'staff:write',
  reach: 'deployment',
  input: v.object({ ...person.entries, isTold: v.optional(v.boolean()) }),
  run: writeInvitation,
})

function writeInvitation(
  { db, clock, tokens, jobs }: InviteDeps,
  { isTold = false, ...invited }: Invited,
  act: Act,
): Promise<Invitation | RefusedGrant> {
  const { name, role } = invited
  return changeAlone(db, async tx => {
    // Those of before: an owner who is new has nothing to watch over yet.
    const owners = role === 'owner' ? await ownersToWriteTo(tx) : []
    const change = await putPersonIn({ tx, jobs }, invited, act)
    if (change !== 'done') return change
    const id = randomUUID()
    const token = tokens.derive('invitation', id)
    const endsAt = new Date(clock.now() + VALID_MS)
    const values = { id, token_hash: hashToken(token), created_at: new Date(clock.now()), ends_at: endsAt }
    await tx
      .insertInto('staff_invitations')
      .values({ staff: name, ...values })
      .onConflict(conflict => conflict.column('staff').doUpdateSet(values))
      .execute()
    for (const staff of owners) {
      const about = { kind: 'owner', invitation: id, invited: name, by: act.actor.name } as const
      await jobs.enqueue(tx, { name: 'send-staff-mail', staff, about })
    }
    const { email } = await tx
      .selectFrom('staff')
      .select('email')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    if (email === null || isTold) return { token, endsAt }
    const about = { kind: 'invitation', invitation: id } as const
    await jobs.enqueue(tx, { name: 'send-staff-mail', staff: name, about })
    return { token: null, endsAt }
  })
}

/** The person whom an invitation lets in; undefined where it is used, too old, or of somebody who left. */
export async function invitedPerson(read: Read, clock: Clock, token: string): Promise<string | undefined> {
  const found = await read
    .selectFrom('staff_invitations')
    .innerJoin('staff', 'staff.name', 'staff_invitations.staff')
    .select('staff')
    .where('token_hash', '=', hashToken(token))
    .where('ends_at', '>', new Date(clock.now()))
    .where('staff.ended_at', 'is', null)
    .executeTakeFirst()
  return found?.staff
}

/** Whether the invitation was there to be used: two who use it at once are one. */
export async function spendInvitation(tx: Tx, token: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_invitations')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return numDeletedRows === 1n
}
