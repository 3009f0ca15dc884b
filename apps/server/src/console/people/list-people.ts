import { sql } from 'kysely'

import { ROLES, type Role } from '@kippu/domain/staff/permission'
import * as v from 'valibot'

import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { nothing } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'

export interface ListedPerson {
  readonly name: string
  readonly role: Role
  /** Null: all sites of the deployment. */
  readonly siteKeys: readonly string[] | null
  readonly since: Date
  readonly endedAt: Date | null
  readonly email: string | null
  readonly passkeys: number
  readonly lastSeenAt: Date | null
  readonly invitedUntil: Date | null
}

interface ListedRow extends Omit<ListedPerson, 'role'> {
  readonly role: string
}

/** The people of the deployment with what they come in by, those who left too. */
export const listPeople = staffVerb({
  name: 'staff',
  permission: 'staff:write',
  reach: 'deployment',
  input: nothing,
  run: selectPeople,
})

async function selectPeople({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<ListedPerson[]> {
  const { rows } = await db.read(read =>
    sql<ListedRow>`
      select s.name, s.role, s.site_keys as "siteKeys", s.created_at as since, s.ended_at as "endedAt", s.email,
             (select count(*) from staff_passkeys p where p.staff = s.name and p.revoked_at is null)::int as passkeys,
             (select max(seen_at) from staff_sessions e where e.staff = s.name) as "lastSeenAt",
             (select ends_at from staff_invitations i where i.staff = s.name and i.ends_at > ${new Date(clock.now())}) as "invitedUntil"
        from staff s order by s.ended_at is not null, s.name`.execute(read),
  )
  return rows.map(row => ({ ...row, role: v.parse(v.picklist(ROLES), row.role) }))
}
