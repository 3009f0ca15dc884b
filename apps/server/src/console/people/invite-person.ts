import { randomBytes } from 'node:crypto'

import type { RefusedGrant } from '@kippu/domain/staff/grants'
import { ROLES } from '@kippu/domain/staff/permission'
import * as v from 'valibot'

import type { Clock } from '../../platform/clock.ts'
import type { Database, Read, Tx } from '../../platform/db/database.ts'
import { changeAlone, type Person, putPersonIn } from '../../platform/staff/change-staff.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { hashToken } from '../../platform/tokens.ts'

/** In ms. */
const VALID_MS = 24 * 60 * 60_000
const TOKEN_BYTES = 24

interface InviteDeps {
  readonly db: Database
  readonly clock: Clock
}

export interface Invitation {
  /** Opens the console once, for somebody who has no passkey; told once. */
  readonly token: string
  readonly endsAt: Date
}

/** Puts somebody on the list, or gives them another role or sites, and makes their way in. One of before is worth nothing then. */
export const invitePerson = staffVerb({
  name: 'staff invite',
  permission: 'staff:write',
  reach: 'deployment',
  input: v.object({ name: v.string(), role: v.picklist(ROLES), siteKeys: v.nullable(v.array(v.string())) }),
  run: writeInvitation,
})

function writeInvitation(
  { db, clock }: InviteDeps,
  person: Person,
  act: Act,
): Promise<Invitation | RefusedGrant> {
  return changeAlone(db, async tx => {
    const change = await putPersonIn(tx, person, act)
    if (change !== 'done') return change
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const endsAt = new Date(clock.now() + VALID_MS)
    const values = { token_hash: hashToken(token), created_at: new Date(clock.now()), ends_at: endsAt }
    await tx
      .insertInto('staff_invitations')
      .values({ staff: person.name, ...values })
      .onConflict(conflict => conflict.column('staff').doUpdateSet(values))
      .execute()
    return { token, endsAt }
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
