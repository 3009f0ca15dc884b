import { rightsIn, type StaffList } from '@kippu/domain/staff/grants'
import { ROLES } from '@kippu/domain/staff/permission'
import * as v from 'valibot'

import type { Read } from '../db/database.ts'
import type { Actor } from './actor.ts'

export type FoundActor = Actor | 'unnamed' | 'unknown'

const ANYBODY = 'operator'

const role = v.picklist(ROLES)

/** The people of the deployment, without those who left. */
export async function readStaff(read: Read): Promise<StaffList> {
  const rows = await read
    .selectFrom('staff')
    .select(['name', 'role', 'site_keys as siteKeys'])
    .where('ended_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.name, { role: v.parse(role, row.role), siteKeys: row.siteKeys }]))
}

/**
 * The actor, by the name that they gave. While the list of staff is empty everybody is the owner, under the name that
 * they give; afterwards only people on it.
 */
export async function readActor(read: Read, name: string | undefined): Promise<FoundActor> {
  const staff = await readStaff(read)
  if (name === undefined && staff.size > 0) return 'unnamed'
  const found = name ?? ANYBODY
  const rights = rightsIn(staff, found)
  return rights === undefined ? 'unknown' : { name: found, ...rights }
}
