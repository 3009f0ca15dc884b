import { type Role, ROLES } from '@kippu/domain/staff/permission'
import * as v from 'valibot'

import type { Read } from '../db/database.ts'
import type { Actor } from './actor.ts'

export type FoundActor = Actor | 'unnamed' | 'unknown'

/** Before anybody is on the list, the person who has the deployment's variables is its owner. */
const ANYBODY = 'operator'

const role = v.picklist(ROLES)

/**
 * The actor, by the name that they gave. While the list of staff is empty everybody is the owner, under the name that
 * they give; afterwards only people on it.
 */
export async function readActor(read: Read, name: string | undefined): Promise<FoundActor> {
  const listed = await read
    .selectFrom('staff')
    .select('name')
    .where('ended_at', 'is', null)
    .limit(1)
    .execute()
  if (listed.length === 0) return { name: name ?? ANYBODY, role: 'owner', siteKeys: null }
  if (name === undefined) return 'unnamed'
  const found = await read
    .selectFrom('staff')
    .select(['name', 'role', 'site_keys'])
    .where('name', '=', name)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return 'unknown'
  const parsed: Role = v.parse(role, found.role)
  return { name: found.name, role: parsed, siteKeys: found.site_keys }
}
