import * as v from 'valibot'

import type { Database, Read } from '../../platform/db/database.ts'
import { site } from '../../platform/staff/inputs.ts'
import { listActions } from '../../platform/staff/list-actions.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import { findNamed, subjectsOf } from './find-named.ts'

const MOST_LISTED = 200

interface AskedActions {
  readonly siteKey: string
  /** The name of one person, to read only what they did. */
  readonly staff: string | undefined
  /** A number of a visit, or an id, to read only what was done to it. */
  readonly of: string | undefined
}

/** The actions at a site, the newest first. */
export const readActions = staffVerb({
  name: 'actions',
  permission: 'actions:read',
  reach: 'site',
  input: v.object({ ...site, staff: v.undefinedable(v.string()), of: v.undefinedable(v.string()) }),
  run: ({ db }: { readonly db: Database }, { siteKey, staff, of }: AskedActions) =>
    db.read(async read =>
      listActions(read, {
        siteKey,
        ...(staff !== undefined && { staff }),
        ...(of !== undefined && { subjects: await subjectsNamed(read, siteKey, of) }),
        most: MOST_LISTED,
      }),
    ),
})

/** A number of a visit stands for its order and everything else that a line may name; any other word for itself. */
async function subjectsNamed(read: Read, siteKey: string, typed: string): Promise<readonly string[]> {
  const named = await findNamed(read, siteKey, typed)
  return named === undefined ? [typed] : [typed, ...(await subjectsOf(read, named))]
}
