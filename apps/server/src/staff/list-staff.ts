import type { Read } from '../db/database.ts'

export interface ListedPerson {
  readonly name: string
  readonly role: string
  /** Null: all sites of the deployment. */
  readonly siteKeys: readonly string[] | null
  readonly since: Date
  readonly endedAt: Date | null
}

/** The people of the deployment, those who left too. */
export async function listStaff(read: Read): Promise<ListedPerson[]> {
  const rows = await read.selectFrom('staff').selectAll().orderBy('name').execute()
  return rows.map(({ name, role, site_keys: siteKeys, created_at: since, ended_at: endedAt }) => ({
    name,
    role,
    siteKeys,
    since,
    endedAt,
  }))
}
