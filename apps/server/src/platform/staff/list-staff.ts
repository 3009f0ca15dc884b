import type { Database } from '../db/database.ts'
import { nothing } from './inputs.ts'
import { staffVerb } from './staff-verb.ts'

export interface ListedPerson {
  readonly name: string
  readonly role: string
  /** Null: all sites of the deployment. */
  readonly siteKeys: readonly string[] | null
  readonly since: Date
  readonly endedAt: Date | null
}

/** The people of the deployment, those who left too. */
export const listStaff = staffVerb({
  name: 'staff',
  permission: 'staff:write',
  reach: 'deployment',
  input: nothing,
  run: selectPersons,
})

async function selectPersons({ db }: { readonly db: Database }): Promise<ListedPerson[]> {
  const rows = await db.read(read => read.selectFrom('staff').selectAll().orderBy('name').execute())
  return rows.map(({ name, role, site_keys: siteKeys, created_at: since, ended_at: endedAt }) => ({
    name,
    role,
    siteKeys,
    since,
    endedAt,
  }))
}
